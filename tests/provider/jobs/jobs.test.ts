import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { auditDaily, forgetOld, thinObservations } from '../../../provider/jobs/list-jobs.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { DAY_MS, startTreasury } from '../treasury/open-treasury.ts';

vi.setConfig({ testTimeout: 60_000 });
const HOUR_MS = 3_600_000;
const PAIR = `0x${'ab'.repeat(20)}` as const;

const database = ({ pool }: TestProvider) => createDatabase(pool);

it('deletes expired nonces, sessions and attempt counts, and no others', async () => {
  const provider = await startProvider();
  const { token, wallet } = await signIn(provider);
  await provider.call('nonce', { query: { address: wallet.address } });
  await provider.send('GET', '/wallet/transfer', { token, query: { walletType: 'USDT', to: 'nobody' } });
  expect(await forgetOld(database(provider), provider.time.now)).toMatchObject({ nonces: 0, sessions: 0, attempts: 0, lookUps: 0 });
  expect((await provider.send('GET', '/profile/userInfo', { token })).status).toBe(200);
  const later = new Date(provider.time.now.getTime() + 25 * HOUR_MS);
  const forgotten = await forgetOld(database(provider), later);
  expect(forgotten).toMatchObject({ nonces: 2, sessions: 1, lookUps: 1 });
  expect(forgotten.attempts).toBeGreaterThan(0);
  expect(await forgetOld(database(provider), later)).toMatchObject({ nonces: 0, sessions: 0, attempts: 0, lookUps: 0 });
});

it('deletes more than one batch', async () => {
  const provider = await startProvider();
  await provider.pool.query(
    `insert into sign_in_nonce select sha256(n::text::bytea), '0x', '2020-01-01', '2020-01-01' from generate_series(1, 2500) n`,
  );
  expect(await forgetOld(database(provider), provider.time.now)).toMatchObject({ nonces: 2500 });
});

async function observe({ pool }: TestProvider, every: { seconds: number; from: Date; to: Date }): Promise<void> {
  await pool.query(
    `insert into pair_observation (pair, block_number, block_hash, block_time, reserve0, reserve1, price0_cumulative, price1_cumulative)
     select $1, t, '0x' || lpad(to_hex(t), 64, '0'), t, 1, 1, t, t from generate_series($2::bigint, $3::bigint, $4::bigint) t`,
    [PAIR, every.from.getTime() / 1_000, every.to.getTime() / 1_000, every.seconds],
  );
}

async function countBetween({ pool }: TestProvider, from: number, to: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from pair_observation where block_time >= $1 and block_time < $2',
    [from / 1_000, to / 1_000],
  );
  return rows[0]?.count ?? 0;
}

it('keeps all observations that a window still needs, one per hour before that, and one per day after 100 days', async () => {
  const treasury = await startTreasury();
  const { provider } = treasury;
  const now = provider.time.now.getTime();
  await observe(provider, { seconds: 600, from: new Date(now - 110 * DAY_MS), to: new Date(now - 101 * DAY_MS) });
  await observe(provider, { seconds: 600, from: new Date(now - 99 * DAY_MS), to: new Date(now) });
  const services = { ...treasury, database: treasury.database } as unknown as Parameters<typeof thinObservations>[0];
  expect(await thinObservations(services, [PAIR], provider.time.now)).toBeGreaterThan(10_000);
  expect(await countBetween(provider, now - 8 * DAY_MS, now)).toBe(8 * 144);
  expect(await countBetween(provider, now - 20 * DAY_MS, now - 10 * DAY_MS)).toBe(240);
  expect(await countBetween(provider, 0, now - 101 * DAY_MS)).toBe(9);
  expect(await thinObservations(services, [PAIR], provider.time.now)).toBe(0);
});

it('keeps what an unsettled insurance needs, however late it is', async () => {
  const treasury = await startTreasury({ insurancePool: '1000' });
  const { provider } = treasury;
  const buyer = await treasury.buyer();
  await buyer.buy({ insured: true });
  const expiresAt = provider.time.now.getTime() + 180 * DAY_MS;
  provider.time.advance(210 * DAY_MS);
  await observe(provider, { seconds: 600, from: new Date(expiresAt - 8 * DAY_MS), to: new Date(expiresAt) });
  const services = { ...treasury } as unknown as Parameters<typeof thinObservations>[0];
  expect(await thinObservations(services, [PAIR], provider.time.now)).toBe(0);
  treasury.prices.settlement18 = 10n ** 18n;
  await treasury.settle();
  expect(await thinObservations(services, [PAIR], provider.time.now)).toBeGreaterThan(900);
});

it('thins a busy pair in time', async () => {
  const treasury = await startTreasury();
  const now = treasury.provider.time.now.getTime();
  await observe(treasury.provider, { seconds: 10, from: new Date(now - 20 * DAY_MS), to: new Date(now) });
  const services = { ...treasury } as unknown as Parameters<typeof thinObservations>[0];
  const startedAt = performance.now();
  expect(await thinObservations(services, [PAIR], treasury.provider.time.now)).toBeGreaterThan(80_000);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('audits the ledger once a day, records the result, and logs an alarm if it is broken', async () => {
  const provider = await startProvider();
  const pool = createPool(provider.databaseUrl, { max: 2 });
  const cries: unknown[] = [];
  const log = { fatal: (...words: unknown[]) => void cries.push(words) };
  const services = { database: createDatabase(pool), log } as unknown as Parameters<typeof auditDaily>[0];
  expect(await auditDaily(services, provider.time.now)).toEqual({ audited: true, sound: true });
  expect(await auditDaily(services, provider.time.now)).toEqual({ audited: false });
  provider.time.advance(DAY_MS);
  await asAdmin(provider.databaseUrl, (client) => client.query('alter table ledger_account disable trigger all'));
  await provider.pool.query(
    `insert into ledger_account (kind, token, owner_id, balance) values ('AVAILABLE', 'JU', encode($1::bytea, 'hex')::uuid, 5)`,
    [randomBytes(16)],
  );
  expect(await auditDaily(services, provider.time.now)).toEqual({ audited: true, sound: false });
  expect(JSON.stringify(cries)).toContain('the ledger is broken');
  const { rows } = await provider.pool.query('select sound, code is null as without_code from ledger_audit_run order by at');
  expect(rows).toEqual([
    { sound: true, without_code: true },
    { sound: false, without_code: false },
  ]);
  await pool.end();
});
