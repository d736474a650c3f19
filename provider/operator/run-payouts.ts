import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../src/lib/amount.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createClockWatch } from '../clock-watch.ts';
import { takeVaultKey } from '../payouts/vault-key.ts';
import { watchContracts } from '../contracts/watch-contracts.ts';
import { watchReconciliation } from '../reconciliation/unreconciled.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createExecutorChain } from '../payouts/executor-chain.ts';
import { createExecutor, startExecutor } from '../payouts/start-executor.ts';
import type { ProviderSettings } from '../settings.ts';
import type { Database } from '../db/database.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { type PayoutsHealth, type PayoutsHealthOptions, servePayoutsHealth } from './serve-payouts-health.ts';
import { withDatabase } from './with-database.ts';

/** Runs the executor in its own process until it's stopped. The only port it opens is that of its health endpoint, if set. */
export async function runPayouts(settings: ProviderSettings): Promise<void> {
  const { databaseUrl, chainRpcUrl: rpcUrl, vault, environment, logLevel } = settings;
  const account = takeVaultKey(process.env, environment === 'production');
  if (account === undefined) throw new OperatorMistake('Set OPERATOR_KEY_FILE or OPERATOR_KEY to the key that pays.');
  if (vault === undefined) throw new OperatorMistake('VAULT_ADDRESS must name the vault that pays.');
  const log = createLogger({ name: 'payouts', level: logLevel });
  await withDatabase(databaseUrl, async (database) => {
    await requireTables(database);
    const chain = createExecutorChain({ rpcUrl, chainId: productChain.id, vault });
    const executor = createExecutor({ database, chain, account, chainId: productChain.id, clock: systemClock, log });
    const contracts = await watchContracts({ database, vault, rpcUrl, chainId: productChain.id, log });
    const reconciliation = watchReconciliation({ database, rpcUrl, chainId: productChain.id, vault, log });
    const clock = createClockWatch({ database, log });
    const running = startExecutor(
      executor,
      async () => (await clock.isRight()) && (await contracts.areRight()) && (await reconciliation.isReconciled()),
    );
    log.info({ executor: account.address, vault: vault.address }, 'carries out the vault’s orders');
    try {
      const readGas = async (): Promise<number> =>
        Number(toDecimalString(await chain.balanceAt(account.address, (await chain.view()).head), tokenDecimals.JU));
      const health = await openHealth(settings, { executor: running, readGas, database });
      await Promise.race([stopSignal(), ...(health === undefined ? [] : [health.failed])]);
      await health?.stop();
    } finally {
      await running.stop();
    }
  });
}

function stopSignal(): Promise<void> {
  return new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

async function openHealth(
  { payouts: { host, port }, metricsToken: token, environment }: ProviderSettings,
  parts: Pick<PayoutsHealthOptions, 'executor' | 'readGas' | 'database'>,
): Promise<PayoutsHealth | undefined> {
  if (port === undefined) return undefined;
  return servePayoutsHealth({ ...parts, host, port, metricsAccess: { token, loopback: environment !== 'production' } });
}

/** This process may not create them. */
async function requireTables(database: Database): Promise<void> {
  const { rows } = await database.execute<{ there: boolean }>(
    sql`select to_regclass('unknown_deed') is not null
           and exists (select from pg_attribute where attrelid = to_regclass('operator_lease') and attname = 'turned_at') as there`,
  );
  if (rows[0]?.there !== true)
    throw new OperatorMistake('The database isn’t at this version yet. Start this version’s provider first, or run `migrate`.');
}
