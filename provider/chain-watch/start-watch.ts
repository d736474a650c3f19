import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import type { Services } from '../provider-services.ts';
import type { Vault } from '../vault.ts';
import { createDepositReader } from './deposit-reader.ts';
import { watchOnce } from './watch-once.ts';
import { endLease, type WatchParts } from './watch-store.ts';

export interface RunningWatch {
  /** Lets another process take over at once. */
  stop(): Promise<void>;
}

/** Members see a deposit within two seconds of the block that completes it. */
const EVERY_MS = 750;
const AFTER_FAILURE_MS = 3_000;
const STOP_WITHIN_MS = 5_000;

/** Watches for deposits until stopped, alongside other processes: one at a time reads, the others stand by. */
export function startWatch(parts: WatchParts, everyMs = EVERY_MS, mayAct = () => Promise.resolve(true)): RunningWatch {
  const stopping = new AbortController();
  const running = run(parts, everyMs, mayAct, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await withDeadline(running, STOP_WITHIN_MS).catch(() => parts.log.warn('left the watch for deposits behind'));
      await withDeadline(endLease(parts.database, parts.key, parts.holder), STOP_WITHIN_MS).catch(() => undefined);
    },
  };
}

async function run(parts: WatchParts, everyMs: number, mayAct: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      if (await mayAct()) await watchOnce(parts, signal);
      hasFailed = false;
    } catch (error) {
      // Most likely the database is down, which is reported once, and by everything else that needs it.
      if (!hasFailed) parts.log.error({ failure: describeFailure(error) }, 'the watch for deposits failed; it goes on');
      hasFailed = true;
      pauseMs = AFTER_FAILURE_MS;
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

interface WatchOptions {
  vault: Vault;
  rpcUrl: RpcSource;
  chainId: number;
  timeoutMs?: number | undefined;
}

/** What this process needs to watch a vault. */
export function openWatch({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>, options: WatchOptions): WatchParts {
  const { vault, rpcUrl, chainId, timeoutMs } = options;
  return {
    database,
    clock,
    log,
    reader: createDepositReader({ rpcUrl, chainId, vault, timeoutMs }),
    logRange: createLogRange(),
    key: { chainId, vault: vault.address },
    fromBlock: vault.fromBlock,
    holder: v7(),
  };
}
