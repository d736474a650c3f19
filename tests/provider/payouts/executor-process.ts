/**
 * The executor in a killable process: works like the real one until an order reaches the stage named by `STOP_AT`, reports it, and
 * does nothing more until killed. Without `STOP_AT`, reports `READY` and continues.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { createExecutorChain } from '../../../provider/payouts/executor-chain.ts';
import { createExecutor, takeTurn } from '../../../provider/payouts/start-executor.ts';
import { developmentVault } from '../../../provider/vault.ts';

const settings = z
  .object({ DATABASE_URL: z.string(), RPC_URL: z.string(), STOP_AT: z.string().default(''), NOW: z.string() })
  .parse(process.env);

const pool = createPool(settings.DATABASE_URL, { max: 4, connectTimeoutMs: 10_000, lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 });
const log = pino({ level: 'debug' }, { write: (line: string) => void process.stderr.write(line) });
const executor = createExecutor({
  database: createDatabase(pool),
  chain: createExecutorChain({ rpcUrl: settings.RPC_URL, vault: developmentVault, timeoutMs: 1_000 }),
  account: roleAccount('operator'),
  clock: () => new Date(settings.NOW),
  log,
  pace: { resendAfterMs: 0, raiseAfterMs: 3_600_000, holdMs: 0 },
  reached: async (stage) => {
    if (stage !== settings.STOP_AT) return;
    process.stdout.write(`${stage}\n`);
    // Keeps whatever it holds in the database, like a process that hangs.
    for (;;) await wait(60_000);
  },
});

process.stdout.write('READY\n');
for (;;) {
  await takeTurn(executor, { checksReorgs: true }).catch((error: unknown) => log.warn({ error }, 'a turn failed'));
  await wait(20);
}
