import { v7 } from 'uuid';

import { createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Services } from '../provider-services.ts';
import type { Vault } from '../vault.ts';
import { createDepositReader } from './deposit-reader.ts';
import type { WatchParts } from './watch-parts.ts';

export interface WatchOptions {
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
