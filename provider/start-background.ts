import { openWatch, type RunningWatch, startWatch } from './chain-watch/start-watch.ts';
import type { ContractWatch } from './contracts/watch-contracts.ts';
import { watchReconciliation } from './reconciliation/unreconciled.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { startJobs } from './jobs/start-jobs.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { createExecutorChain } from './payouts/executor-chain.ts';
import { createExecutor, type RunningExecutor, startExecutor } from './payouts/start-executor.ts';
import { refreshPrices } from './price/price-source.ts';
import type { OpenOptions } from './provider-options.ts';
import type { ProcessServices } from './provider-services.ts';
import type { VaultView } from './solvency/vault-view.ts';

/** Starts what a process does besides answering calls: jobs, payouts, the watch for deposits, and the first prices. */
export async function startBackground(
  options: OpenOptions,
  services: ProcessServices,
  { metrics, view, contracts }: { metrics: Metrics; view: VaultView | null; contracts: ContractWatch | undefined },
): Promise<{ stop: () => Promise<void> }> {
  const { databaseUrl, exchange, jobs: wanted = options.environment !== 'test' } = options;
  const ofExchange = exchange === undefined ? [] : [exchange.pairs.jufUsdt, exchange.pairs.wjuUsdt];
  const pairs = exchange === undefined && options.prices === undefined ? null : ofExchange;
  const jobs = wanted
    ? await startJobs({
        databaseUrl,
        jobs: listJobs(services, databaseUrl, pairs, view),
        clock: services.clock,
        log: services.log,
        metrics,
        mayWork: services.clockWatch.isRight,
      })
    : undefined;
  const executor = startExecutorBeside(options, services, contracts);
  const watch = wanted ? startWatchBeside(options, services) : undefined;
  // Lets members call before the first job has run.
  const firstPrices = exchange === undefined ? Promise.resolve() : refreshPrices(services);
  return {
    stop: async () => {
      await watch?.stop();
      await executor?.stop();
      await jobs?.stop();
      await firstPrices;
    },
  };
}

function startExecutorBeside(
  options: OpenOptions,
  { database, clock, log, clockWatch }: ProcessServices,
  contracts: ContractWatch | undefined,
): RunningExecutor | undefined {
  const { vault, payoutAccount: account, nodes: rpcUrl, chainTimeoutMs: timeoutMs } = options;
  if (vault === undefined || account === undefined) return undefined;
  const chain = createExecutorChain({ rpcUrl, vault, timeoutMs });
  const reconciliation = watchReconciliation({ database, rpcUrl, vault, timeoutMs, log });
  return startExecutor(
    createExecutor({ database, chain, account, clock, log: log.child({ part: 'operator' }) }),
    async () =>
      (await clockWatch.isRight()) && (contracts === undefined || ((await contracts.areRight()) && (await reconciliation.isReconciled()))),
  );
}

function startWatchBeside(options: OpenOptions, services: ProcessServices): RunningWatch | undefined {
  const { vault, nodes: rpcUrl, chainTimeoutMs: timeoutMs } = options;
  if (vault === undefined) return undefined;
  const parts = openWatch({ ...services, log: services.log.child({ part: 'deposits' }) }, { vault, rpcUrl, timeoutMs });
  return startWatch(parts, undefined, services.clockWatch.isRight);
}
