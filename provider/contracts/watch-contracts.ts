import type { Logger } from 'pino';
import { createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database } from '../db/database.ts';
import type { Vault } from '../vault.ts';
import { ContractsRefused } from './contracts-refused.ts';
import { findContractMistake } from './find-contract-mistake.ts';
import { rememberContracts, requireKnownContracts, requireNoOtherDeposits } from './known-contracts.ts';

export interface ContractWatchOptions {
  database: Database;
  vault: Vault;
  rpcUrl: RpcSource;
  chainId: number;
  log: Logger;
  /** Absent where this process may not write down which contracts were found right. */
  now?: (() => Date) | undefined;
  timeoutMs?: number | undefined;
  checkEveryMs?: number;
}

export interface ContractWatch {
  /** Whether the contracts were checked and are right; false until the chain has responded. */
  areRight: () => Promise<boolean>;
}

const TIMEOUT_MS = 4_000;
const CHECK_EVERY_MS = 5_000;

/**
 * Checks chain, vault and tokens before anything is read from them or paid. Throws `ContractsRefused` if they are wrong or this database belongs to other
 * ones. A chain that doesn't respond doesn't prevent the start: it is checked again before any payment.
 */
export async function watchContracts(options: ContractWatchOptions): Promise<ContractWatch> {
  const { log, checkEveryMs = CHECK_EVERY_MS } = options;
  await requireOwn(options);
  let areRight = await checkContracts(options);
  let checkedAtMs = performance.now();
  if (!areRight) log.warn('the contracts can’t be checked because the chain doesn’t answer: nothing is paid until they are');

  async function checkAgain(): Promise<void> {
    checkedAtMs = performance.now();
    try {
      areRight = await checkContracts(options);
    } catch (error) {
      if (!(error instanceof ContractsRefused)) throw error;
      log.fatal({ detail: error.message }, 'the contracts are wrong: nothing is paid');
    }
  }

  return {
    areRight: async () => {
      if (!areRight && performance.now() - checkedAtMs >= checkEveryMs) await checkAgain();
      return areRight;
    },
  };
}

async function requireOwn({ database, chainId, vault, now }: ContractWatchOptions): Promise<void> {
  const areKnown = await requireKnownContracts(database, chainId, vault);
  if (!areKnown && now !== undefined) await requireNoOtherDeposits(database, chainId, vault);
}

async function checkContracts({ database, chainId, vault, rpcUrl, timeoutMs = TIMEOUT_MS, now }: ContractWatchOptions): Promise<boolean> {
  const { client } = createChainClient({ rpcUrl, chainId, timeoutMs, retryCount: 1 });
  const found = await client.getChainId().catch(() => null);
  if (found === null) return false;
  if (found !== chainId)
    throw new ContractsRefused(`The chain's node is of chain ${found}, not ${chainId}: PUBLIC_CHAIN_RPC_URL or CHAIN_RPC_URLS is wrong.`);
  // Whatever the node fails with leaves it unknown.
  const mistake = await findContractMistake(client, vault).catch(() => undefined);
  if (mistake === undefined) return false;
  if (mistake !== null) throw new ContractsRefused(mistake);
  if (now !== undefined) await rememberContracts(database, chainId, vault, now());
  return true;
}
