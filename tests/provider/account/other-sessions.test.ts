import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';

const MINUTE_MS = 60_000;

let provider: Awaited<ReturnType<typeof openProvider>>;
let member: SignedIn;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 10_000, signInsPerClient: 1_000 } });
  member = await signIn(provider);
});
afterAll(() => provider.stop());

const begin = async (kind: 'WALLET' | 'LINK' | 'LINKED', memberId = member.id): Promise<string> =>
  (await beginSession(createDatabase(provider.pool), provider.time.now, memberId, kind)).token;
const statusOf = async (token: string): Promise<number> => (await provider.send('GET', '/profile/userInfo', { token })).status;

describe('the sessions of a member', () => {
  it('are listed with how and when each began, the last used first, and without anything that grants access', async () => {
    provider.time.advance(MINUTE_MS);
    const linked = await begin('LINKED');
    const { sessions } = await provider.call('sessions', { token: member.token });
    expect(sessions.map(({ current, via }) => ({ current, via }))).toEqual([
      { current: true, via: 'WALLET' },
      { current: false, via: 'LINK' },
    ]);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(['beganAt', 'current', 'endsAt', 'lastUsedAt', 'via']);
    expect(Date.parse(sessions[0]?.endsAt ?? '')).toBeGreaterThan(provider.time.now.getTime());
    expect((await provider.call('sessions', { token: linked })).sessions.find(({ current }) => current)?.via).toBe('LINK');
  });

  it('are all ended except the caller’s, unopened login links too, and other members’ stay', async () => {
    const other = await signIn(provider);
    const tokens = [await begin('WALLET'), await begin('LINK'), await begin('LINKED')];
    const { ended } = await provider.call('endOtherSessions', { token: member.token, body: {} });
    expect(ended).toBeGreaterThanOrEqual(tokens.length);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401]);
    expect(await Promise.all([member.token, other.token].map(statusOf))).toEqual([200, 200]);
    expect(await provider.call('endOtherSessions', { token: member.token, body: {} })).toEqual({ ended: 0 });
    expect((await provider.call('sessions', { token: member.token })).sessions).toHaveLength(1);
  });

  it('that are over are not listed', async () => {
    await begin('WALLET');
    provider.time.advance(29 * MINUTE_MS);
    await provider.call('userInfo', { token: member.token });
    provider.time.advance(2 * MINUTE_MS);
    expect((await provider.call('sessions', { token: member.token })).sessions).toHaveLength(1);
  });
});
