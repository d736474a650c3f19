import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { createPool } from '../../../provider/db/pool.ts';
import { DAY_MS, ONE, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

vi.setConfig({ testTimeout: 240_000 });

const ENTRY = fileURLToPath(new URL('./run-provider.ts', import.meta.url));
const COVERS = 12;
const PATIENCE = { timeout: 60_000, interval: 20 };

it('a settlement killed in the middle is continued: every insurance is paid once', async () => {
  const treasury = await startTreasury({ insurancePool: '1000' });
  const buyer = await treasury.buyer('5000');
  for (let count = 0; count < COVERS; count += 1) await buyer.buy({ insured: true });
  treasury.pass(181 * DAY_MS);
  const before = await buyer.available('USDT');
  // A settling process gets this far, holds its locks, waits, and dies here.
  const gate = await closeGate(treasury, COVERS / 2);

  const first = work(treasury);
  await expect.poll(() => settled(treasury), PATIENCE).toBe(COVERS / 2);
  await expect.poll(() => gate.hasWaiter(), PATIENCE).toBe(true);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await settled(treasury)).toBe(COVERS / 2);
  await gate.open();

  // Two at once, so that they also run into each other.
  const others = [work(treasury), work(treasury)];
  await expect.poll(() => settled(treasury), PATIENCE).toBe(COVERS);
  const exits = others.map((child) => once(child, 'exit'));
  for (const child of others) child.kill('SIGKILL');
  await Promise.all(exits);
  // 100 USDT bought 200 JUF at half a USDT; at 0.45 each cover pays 10.
  expect(Number(await buyer.available('USDT')) - Number(before)).toBe(10 * COVERS);
  const { rows } = await treasury.provider.pool.query(
    `select count(*)::int as count from ledger_transaction where kind = 'INSURANCE_PAYOUT'`,
  );
  expect(rows).toEqual([{ count: COVERS }]);
  expect(await treasury.audit()).toMatchObject({ sound: true });
});

function work({ provider }: Treasury): ChildProcess {
  const price = (ONE / 2n - ONE / 20n).toString();
  const parameters = [ENTRY, provider.databaseUrl, inject('chainUrl'), provider.time.now.toISOString(), price];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function settled({ provider }: Treasury): Promise<number> {
  const { rows } = await provider.pool.query<{ count: number }>(`select count(*)::int as count from insurance where status = 'PAID'`);
  return rows[0]?.count ?? 0;
}

interface Gate {
  hasWaiter: () => Promise<boolean>;
  open: () => Promise<void>;
}

/** Locks one insurance's row, by its position in the settlement order. */
async function closeGate({ provider }: Treasury, position: number): Promise<Gate> {
  const pool = createPool(provider.databaseUrl, { max: 1, idleInTransactionTimeoutMs: 0 });
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select from insurance where id = (select id from insurance order by expires_at, id offset $1 limit 1) for update`, [
    position,
  ]);
  return {
    hasWaiter: async () => {
      const { rows } = await provider.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insurance%'`,
      );
      return rows.length > 0;
    },
    open: async () => {
      await client.query('rollback');
      client.release();
      await pool.end();
    },
  };
}
