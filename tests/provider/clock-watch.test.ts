import type { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createClockWatch } from '../../provider/clock-watch.ts';
import { createDatabase } from '../../provider/db/database.ts';
import { createPool } from '../../provider/db/pool.ts';
import { createLogger } from '../../provider/logging/create-logger.ts';
import { SITE_URL, startProvider } from './start-provider.ts';
import { openQueue } from './jobs/queue.ts';

function machine(aheadMs: number): { aheadMs: number; clock: () => Date } {
  const state = { aheadMs, clock: () => new Date(Date.now() + state.aheadMs) };
  return state;
}

describe('a process whose clock differs from the database’s', () => {
  it.each([6_000, -6_000])('by %d ms is not ready, and says so in status, metrics and log', async (aheadMs) => {
    const provider = await startProvider({ machineClock: machine(aheadMs).clock });
    expect(await provider.send('GET', '/ready')).toMatchObject({ status: 503, detail: { database: 'UP', clock: 'OFF' } });
    expect(await provider.send('GET', '/status')).toMatchObject({ status: 200, data: { clock: 'OFF' } });
    const metrics = await (await provider.raw(new Request(`${SITE_URL}/api/metrics`), '127.0.0.1')).text();
    const offset = Number(/^jufi_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1]);
    expect(Math.abs(offset - aheadMs / 1_000)).toBeLessThan(1);
    expect(provider.logged.filter((line) => line.includes('the clock of this process is off'))).toHaveLength(1);
  });

  it.each([4_000, -4_000])('by %d ms is ready', async (aheadMs) => {
    const provider = await startProvider({ machineClock: machine(aheadMs).clock });
    expect(await provider.send('GET', '/ready')).toMatchObject({ status: 200, data: { clock: 'RIGHT' } });
  });

  it('leaves jobs to others until it is right', async () => {
    const queue = await openQueue();
    let runs = 0;
    const job = { name: 'settle', cron: '0 0 1 1 *', run: () => Promise.resolve({ runs: (runs += 1) }) };
    const off = machine(-60_000);
    const watch = createClockWatch({ database: createDatabase(queue.pool), log: createLogger({ level: 'silent' }), clock: off.clock });
    let askedOff = 0;
    const mayWork = async (): Promise<boolean> => {
      const isRight = await watch.isRight();
      if (!isRight) askedOff += 1;
      return isRight;
    };
    await queue.work([job], queue.url, mayWork);
    await expect.poll(() => askedOff, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(runs).toBe(0);
    off.aheadMs = 0;
    await expect.poll(() => runs, { timeout: 60_000 }).toBe(1);
  }, 120_000);

  it('keeps its state while the database doesn’t respond', async () => {
    const { pool } = await startProvider();
    const watch = createClockWatch({
      database: createDatabase(pool),
      log: createLogger({ level: 'silent' }),
      clock: machine(60_000).clock,
    });
    expect(await watch.isRight()).toBe(false);
    const unheard = createClockWatch({ database: createDatabase(unreachablePool()), log: createLogger({ level: 'silent' }) });
    await expect(unheard.offsetMs()).rejects.toThrow();
    expect(await unheard.isRight()).toBe(true);
  });
});

function unreachablePool(): Pool {
  const pool = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere');
  onTestFinished(() => pool.end());
  return pool;
}
