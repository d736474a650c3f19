import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { calls } from '../../../provider/handlers.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { type Answer, openProvider } from '../start-provider.ts';

const MINUTE_MS = 60_000;

let provider: Awaited<ReturnType<typeof openProvider>>;
let member: SignedIn;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 10_000, signInsPerClient: 1_000 } });
  member = await signIn(provider);
});
afterAll(() => provider.stop());

/** The token in a link from the operator's tool. */
async function linkToken(): Promise<string> {
  return (await beginSession(createDatabase(provider.pool), provider.time.now, member.id, 'LINK')).token;
}

const exchange = (token: string): Promise<Answer> => provider.send('POST', '/account/exchangeToken', { token, body: {} });
const statusOf = async (token: string): Promise<number> => (await provider.send('GET', '/profile/userInfo', { token })).status;

describe('the token of a login link', () => {
  it('is good for saying whose it is, for being exchanged and for being ended, and for no other call', async () => {
    const token = await linkToken();
    const open: string[] = [];
    for (const { method, path, auth } of Object.values(calls)) {
      if (auth === 'public' || path === '/account/exchangeToken' || path === '/account/logout') continue;
      const headers = { 'idempotency-key': '01a1fd55-7a80-46a9-92d8-1a67dcc3e79b' };
      const { status } = await provider.send(method, path, { token, headers, ...(method === 'POST' && { body: {} }) });
      if (status !== 401) open.push(path);
    }
    expect(open).toEqual(['/profile/userInfo']);
    expect((await exchange(token)).status).toBe(200);
    const unwanted = await linkToken();
    await provider.call('logout', { token: unwanted, body: {} });
    expect((await exchange(unwanted)).status).toBe(401);
  });

  it('is traded once for a session, and is dead then', async () => {
    const token = await linkToken();
    const { token: own, expiresAt } = await provider.call('exchangeToken', { token, body: {} });
    expect(own).not.toBe(token);
    expect(Date.parse(expiresAt) - provider.time.now.getTime()).toBe(12 * 60 * MINUTE_MS);
    await provider.call('walletOverview', { token: own });
    expect(await statusOf(token)).toBe(401);
    expect(await exchange(token)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('is won by one of many browsers that open it at once', async () => {
    const token = await linkToken();
    const before = await countSessions();
    const answers = await Promise.all(Array.from({ length: 12 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, code }) => status === 401 && code === 'UNAUTHENTICATED')).toHaveLength(11);
    expect((await countSessions()) - before).toBe(1);
  });

  it('is first used within ten minutes, and dead after twenty however often it is used', async () => {
    const [unused, used] = [await linkToken(), await linkToken()];
    provider.time.advance(9 * MINUTE_MS);
    expect(await statusOf(used)).toBe(200);
    provider.time.advance(MINUTE_MS);
    expect((await exchange(unused)).status).toBe(401);
    provider.time.advance(9 * MINUTE_MS);
    expect(await statusOf(used)).toBe(200);
    provider.time.advance(MINUTE_MS);
    expect((await exchange(used)).status).toBe(401);
  });
});

it('a session’s token isn’t exchanged: a thief can’t make it outlive the member’s sign-out', async () => {
  const { token } = await signIn(provider, member.wallet);
  const { token: exchanged } = await provider.call('exchangeToken', { token: await linkToken(), body: {} });
  for (const session of [token, exchanged]) {
    expect(await exchange(session)).toMatchObject({ status: 200, data: { token: session } });
    expect(await statusOf(session)).toBe(200);
  }
});

it('a blocked member’s link doesn’t sign in', async () => {
  const blocked = await signIn(provider);
  const { token } = await beginSession(createDatabase(provider.pool), provider.time.now, blocked.id, 'LINK');
  await provider.pool.query('update member set blocked_at = $1 where id = $2', [provider.time.now, blocked.id]);
  expect(await exchange(token)).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
});

async function countSessions(): Promise<number> {
  return (await provider.pool.query("select from session where ended_at is null and kind = 'LINKED'")).rows.length;
}
