import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { Vault } from '../vault.ts';
import { ContractsRefused } from '../operator-mistake.ts';
import { findContractMistake } from './find-contract-mistake.ts';

interface ContractWatchOptions {
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

type Row = { chain_id: string; vault: string; juf: string; usdt: string };

/** Throws `ContractsRefused` where the database belongs to another chain, vault or token. Returns whether it knew these already. */
async function requireKnownContracts(
  database: Queryable,
  chainId: number,
  { address, tokens }: Pick<Vault, 'address' | 'tokens'>,
): Promise<boolean> {
  const { rows } = await database.execute<Row>(sql`select chain_id::text, vault, juf, usdt from known_contracts`);
  const [known] = rows;
  if (known === undefined) return false;
  const pairs = [
    ['chain', known.chain_id, String(chainId), 'PUBLIC_CHAIN_RPC_URL'],
    ['vault', known.vault, address, 'VAULT_ADDRESS'],
    ['JUF', known.juf, tokens.juf, 'PUBLIC_JUF_ADDRESS'],
    ['USDT', known.usdt, tokens.usdt, 'PUBLIC_USDT_ADDRESS'],
  ] as const;
  const other = pairs.find(([, before, now]) => before.toLowerCase() !== now.toLowerCase());
  if (other === undefined) return true;
  const [what, before, now, setting] = other;
  throw new ContractsRefused(
    `This database belongs to the ${what} ${before}, and ${setting} leads to ${now}: set it back, or, if JuFi has really moved, say so with \`npm run provider -- move-contracts\`.`,
  );
}

/** A database of an earlier version remembers no contracts, but may hold deposits into another vault. */
async function requireNoOtherDeposits(database: Queryable, chainId: number, { address }: Vault): Promise<void> {
  const { rows } = await database.execute<{ chain_id: string; vault: string }>(
    sql`select chain_id::text, vault from deposit where (chain_id, lower(vault)) <> (${chainId}, ${address.toLowerCase()}) limit 1`,
  );
  const [other] = rows;
  if (other === undefined) return;
  throw new ContractsRefused(
    `This database holds deposits into the vault ${other.vault} on chain ${other.chain_id}, and VAULT_ADDRESS is ${address}: set it back, or, if JuFi has really moved, say so with \`npm run provider -- move-contracts\`.`,
  );
}

export async function rememberContracts(database: Queryable, chainId: number, { address, tokens }: Vault, now: Date): Promise<void> {
  await database.execute(sql`
    insert into known_contracts (chain_id, vault, juf, usdt, known_since) values (${chainId}, ${address}, ${tokens.juf}, ${tokens.usdt}, ${now.toISOString()})
    on conflict do nothing`);
  // Another process may have remembered others a moment before.
  await requireKnownContracts(database, chainId, { address, tokens });
}
