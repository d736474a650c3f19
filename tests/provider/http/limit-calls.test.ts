import { expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../start-provider.ts';

const LIMIT = 40;
const ADDRESS = '198.51.100.4';

const call = async ({ send }: TestProvider, clientAddress = ADDRESS): Promise<number> =>
  (await send('GET', '/profile/userInfo', { clientAddress })).status;

async function callTimes(provider: TestProvider, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let each = 0; each < times; each += 1) statuses.push(await call(provider));
  return statuses;
}

it('a client that spreads its calls over two processes is allowed no more than one that does not', async () => {
  const one = await startProvider({ limits: { callsPerClient: LIMIT } });
  const two = await startProvider({ databaseUrl: one.databaseUrl, limits: { callsPerClient: LIMIT } });
  expect(await callTimes(one, LIMIT - 10)).not.toContain(429);
  const told = async (): Promise<number> =>
    (await one.pool.query<{ count: number }>("select count from attempt where kind = 'CALLS'")).rows[0]?.count ?? 0;
  await expect.poll(told, { timeout: 10_000 }).toBe(LIMIT - 10);
  // Enough to tell of, and not more than is left.
  expect(await callTimes(two, 5)).not.toContain(429);
  await expect.poll(told, { timeout: 10_000 }).toBe(LIMIT - 5);
  expect((await callTimes(two, 6)).filter((status) => status === 429)).toEqual([429]);
  // Other clients aren't affected, and the next minute starts from zero.
  expect(await call(two, '198.51.100.5')).not.toBe(429);
  two.time.advance(60_000);
  expect(await call(two)).not.toBe(429);
});

it('a database that is away lets each process count alone', async () => {
  const provider = await startProvider({ limits: { callsPerClient: LIMIT } });
  await provider.pool.query('alter table attempt rename to elsewhere');
  expect(await callTimes(provider, LIMIT)).not.toContain(429);
  expect(await call(provider)).toBe(429);
  await expect
    .poll(() => provider.logged.some((line) => line.includes('could not be told of busy clients')), { timeout: 10_000 })
    .toBe(true);
});
