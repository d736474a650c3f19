// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../src/lib/api/api-error.ts';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { ErrorCode } from '../../src/lib/api/contract/error-codes.ts';
import { changeUsername } from '../../src/stores/profile-names.ts';
import { $userInfo } from '../../src/stores/profile.ts';
import { $referralBinding, acceptReferral, setReferralBinding, undoReferral } from '../../src/stores/referral.ts';
import { $user } from '../../src/stores/session.ts';
import { member } from '../shell/member.ts';

type Call = (definition: CallDefinition) => Promise<unknown>;
const callApi = vi.hoisted(() => vi.fn<Call>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));

const jon = { uid: 'jonbell', username: 'jon_bell' };
const offer = { code: 'JON', sponsor: jon.username };

function refused(code: ErrorCode): ApiError {
  return new ApiError('refused', { code, status: 422, detail: undefined, requestId: 'r', retryAfterSeconds: undefined, body: null });
}

beforeEach(() => {
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  $user.listen(() => undefined);
  callApi.mockReset();
});

it('a referrer whom a lost answer was about is the member’s when the button is pressed again', async () => {
  callApi.mockImplementation(({ path }) => {
    if (path === '/profile/referBy') return Promise.reject(refused('REFERRER_ALREADY_SET'));
    return Promise.resolve(path === '/profile/userInfo' ? { ...member('mira_holt'), referrer: jon } : { binding: null });
  });
  expect(await acceptReferral(offer)).toBe(true);
  expect($user.get()?.referrer).toEqual(jon);
});

it('another referrer than the offered one stays a refusal', async () => {
  callApi.mockImplementation(({ path }) => {
    if (path === '/profile/userInfo') return Promise.resolve({ ...member('mira_holt'), referrer: { uid: 'other11', username: 'other' } });
    return Promise.reject(refused('REFERRER_ALREADY_SET'));
  });
  await expect(acceptReferral(offer)).rejects.toThrow('refused');
});

it('a referrer that is undone already counts as undone', async () => {
  setReferralBinding({ referrer: jon, boundAt: '2026-11-21T10:00:00.000Z', undoUntil: '2026-11-22T10:00:00.000Z' });
  callApi.mockRejectedValue(refused('NOTHING_TO_UNDO'));
  await undoReferral();
  expect([$referralBinding.get(), $user.get()?.referrer]).toEqual([null, null]);
  callApi.mockRejectedValue(refused('REFERRAL_FINAL'));
  await expect(undoReferral()).rejects.toThrow('refused');
});

it('after a lost answer about a name, the page reads what the name is now', async () => {
  callApi.mockResolvedValue(member('mira_holt'));
  $userInfo.listen(() => undefined);
  await vi.waitFor(() => expect($userInfo.get().data?.username).toBe('mira_holt'));
  callApi.mockImplementation(({ method }) =>
    method === 'POST' ? Promise.reject(new NetworkError('TIMEOUT', null)) : Promise.resolve(member('mira_new')),
  );
  await expect(changeUsername('mira_new')).rejects.toThrow('TIMEOUT');
  await vi.waitFor(() => expect($userInfo.get().data?.username).toBe('mira_new'));
});
