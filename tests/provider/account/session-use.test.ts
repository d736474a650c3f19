import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

const MINUTE_MS = 60_000;

let provider: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 10_000, signInsPerClient: 1_000 } });
});
afterAll(() => provider.stop());

it('concurrent calls each use their own session, and only ended sessions are refused', async () => {
  const [ada, bob, eve] = [await signIn(provider), await signIn(provider), await signIn(provider)];
  await provider.send('POST', '/account/logout', { token: eve.token, body: {} });
  provider.time.advance(MINUTE_MS);
  const tokens = [ada.token, eve.token, bob.token, ada.token, 'x'.repeat(43)];
  const answers = await Promise.all(tokens.map((token) => provider.send('GET', '/profile/userInfo', { token })));
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 401]);
  const { rows } = await provider.pool.query<{ member_id: string; used: Date; idle: Date }>(
    'select member_id, last_used_at as used, idle_until as idle from session where ended_at is null',
  );
  const use = { used: provider.time.now, idle: new Date(provider.time.now.getTime() + 30 * MINUTE_MS) };
  expect(new Set(rows)).toEqual(new Set([ada, bob].map(({ id }) => ({ member_id: id, ...use }))));
  expect(answers.map(({ data }) => (data as { id?: string } | undefined)?.id)).toEqual([ada.id, undefined, bob.id, ada.id, undefined]);
});

it('a call doesn’t wait for another one that records a use of the same session', async () => {
  const ada = await signIn(provider);
  provider.time.advance(MINUTE_MS);
  const other = await provider.pool.connect();
  await other.query('begin');
  await other.query('select from session where member_id = $1 for update', [ada.id]);
  expect(await provider.send('GET', '/profile/userInfo', { token: ada.token })).toMatchObject({ status: 200 });
  await other.query('rollback');
  other.release();
});
