// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { member } from '../shell/member.ts';

type Call = (definition: CallDefinition, input: Record<string, unknown>) => Promise<unknown>;
const callApi = vi.hoisted(() => vi.fn<Call>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));

const ANSWERS: Record<string, unknown> = {
  '/profile/userInfo': { username: 'mira_holt' },
  '/profile/claimInfo': { bonus: { claimable: 35n * 10n ** 17n } },
  '/sales/juPowerInfo': { power: 1_200n * 10n ** 18n, rank: 4 },
  '/profile/referralInfo': { referralCode: 'MIRA1' },
  '/profile/myTeam': { downlineDetails: { content: [{ uid: 'below1' }], totalPages: 3 }, selfDetails: { directCount: 2 } },
  '/profile/bonusInfo': { claimable: 35n * 10n ** 17n, pool: 900n * 10n ** 18n },
  '/profile/bonusLog': { data: [{ id: 'b1' }], totalPage: 7 },
  '/profile/memberRolesList': { list: [{ code: 'MEMBER' }] },
  '/sales/juScore/info': { score: 120 },
  '/sales/juScore/history': { list: { content: [{ points: 10 }], totalPages: 2 } },
};

interface Watched {
  get(): { data?: unknown; error?: unknown; loading: boolean };
  listen(listener: () => void): () => void;
}

async function dataOf(store: Watched): Promise<unknown> {
  store.listen(() => undefined);
  await vi.waitFor(() => expect(store.get().loading).toBe(false));
  return store.get().data;
}

function callsOf(path: string): unknown[] {
  return callApi.mock.calls.filter(([call]) => call.path === path).map(([, input]) => input);
}

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  callApi.mockReset();
  callApi.mockImplementation(({ path }) => Promise.resolve(ANSWERS[path]));
});

describe('the profile’s state', () => {
  it('holds user, claimInfo and juPowerInfo as received, and refreshes each separately', async () => {
    const { $userInfo, $claimInfo, refreshUserInfo, refreshClaimInfo } = await import('../../src/stores/profile.ts');
    const { $juPowerInfo, refreshJuPower } = await import('../../src/stores/profile-power.ts');
    expect(await dataOf($userInfo)).toEqual(ANSWERS['/profile/userInfo']);
    expect(await dataOf($claimInfo)).toEqual(ANSWERS['/profile/claimInfo']);
    expect(await dataOf($juPowerInfo)).toEqual(ANSWERS['/sales/juPowerInfo']);
    for (const [refresh, path] of [
      [refreshUserInfo, '/profile/userInfo'],
      [refreshClaimInfo, '/profile/claimInfo'],
      [refreshJuPower, '/sales/juPowerInfo'],
    ] as const) {
      callApi.mockClear();
      refresh();
      await vi.waitFor(() => expect(callApi).toHaveBeenCalledTimes(1));
      expect(callApi.mock.calls[0]?.[0].path).toBe(path);
    }
  });

  it('holds teamList, totalTeamPage and selfDetails from one response, and starts a new filter on page one', async () => {
    const { $teamList, $totalTeamPage, $selfDetails, $teamPage, $teamFilter, filterTeam, wholeTeam, $referralInfo, refreshTeam } =
      await import('../../src/stores/profile-team.ts');
    expect(await Promise.all([$teamList, $totalTeamPage, $selfDetails].map(dataOf))).toEqual([[{ uid: 'below1' }], 3, { directCount: 2 }]);
    expect(callsOf('/profile/myTeam')).toEqual([{ ...wholeTeam, page: 1, size: 20 }]);
    $teamPage.set(3);
    await vi.waitFor(() => expect(callsOf('/profile/myTeam')).toHaveLength(2));
    filterTeam({ level: 2, under: 'below1' });
    await vi.waitFor(() => expect(callsOf('/profile/myTeam')).toContainEqual({ level: 2, under: 'below1', page: 1, size: 20 }));
    expect($teamFilter.get()).toEqual({ level: 2, under: 'below1' });
    expect(await dataOf($referralInfo)).toEqual(ANSWERS['/profile/referralInfo']);
    callApi.mockClear();
    refreshTeam();
    await vi.waitFor(() => expect([callsOf('/profile/myTeam').length, callsOf('/profile/referralInfo').length]).toEqual([1, 1]));
  });

  it('holds bonusInfo and a page of the log, and requests whole UTC days', async () => {
    const { $bonusInfo, refreshBonuses } = await import('../../src/stores/profile-bonuses.ts');
    const { $bonusLogPage, filterBonuses, everyBonus, refreshBonusLog } = await import('../../src/stores/profile-bonus-log.ts');
    expect(await Promise.all([$bonusInfo, $bonusLogPage].map(dataOf))).toEqual([
      ANSWERS['/profile/bonusInfo'],
      { content: [{ id: 'b1' }], totalPages: 7 },
    ]);
    expect(callsOf('/profile/bonusLog')).toEqual([{ ...everyBonus, page: 1, size: 20 }]);
    filterBonuses({ kind: 'ROLE', level: 1, from: '2026-11-01', to: '2026-11-30' });
    await vi.waitFor(() =>
      expect(callsOf('/profile/bonusLog')).toContainEqual({
        kind: 'ROLE',
        level: 1,
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-12-01T00:00:00.000Z',
        page: 1,
        size: 20,
      }),
    );
    callApi.mockClear();
    refreshBonuses();
    refreshBonusLog();
    await vi.waitFor(() => expect([callsOf('/profile/bonusInfo').length, callsOf('/profile/bonusLog').length]).toEqual([1, 1]));
  });

  it('holds roleList, juScoreInfo and jscoreHistory in pages', async () => {
    const { $roleList, refreshRoles } = await import('../../src/stores/profile-roles.ts');
    const { $juScoreInfo, $jscoreHistory, $jscoreHistoryPage, refreshScore } = await import('../../src/stores/profile-score.ts');
    expect(await dataOf($roleList)).toEqual([{ code: 'MEMBER' }]);
    expect(await dataOf($juScoreInfo)).toEqual({ score: 120 });
    expect(await dataOf($jscoreHistory)).toEqual({ content: [{ points: 10 }], totalPages: 2 });
    $jscoreHistoryPage.set(2);
    await vi.waitFor(() => expect(callsOf('/sales/juScore/history')).toContainEqual({ page: 2, size: 20 }));
    callApi.mockClear();
    refreshRoles();
    refreshScore();
    await vi.waitFor(() =>
      expect(new Set(callApi.mock.calls.map(([{ path }]) => path))).toEqual(
        new Set(['/profile/memberRolesList', '/sales/juScore/info', '/sales/juScore/history']),
      ),
    );
  });

  it('reports a failed response’s parts as failed', async () => {
    const failure = new Error('no answer');
    callApi.mockRejectedValue(failure);
    const { $teamList } = await import('../../src/stores/profile-team.ts');
    expect(await dataOf($teamList)).toBeUndefined();
    expect($teamList.get().error).toBe(failure);
  });

  it('requests no member data while signed out', async () => {
    localStorage.clear();
    const { $claimInfo } = await import('../../src/stores/profile.ts');
    const { $teamList } = await import('../../src/stores/profile-team.ts');
    await dataOf($claimInfo);
    await dataOf($teamList);
    expect(callApi).not.toHaveBeenCalled();
  });
});
