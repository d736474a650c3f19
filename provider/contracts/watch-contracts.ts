import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  numberToHex,
  type PublicClient,
  zeroAddress,
} from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { usdtAbi } from '../../src/lib/chain/abis/usdt.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import { createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database, Queryable } from '../db/database.ts';
import { ContractsRefused } from '../operator-mistake.ts';
import type { Vault } from '../vault.ts';

interface ContractWatchOptions {
  database: Database;
  vault: Vault;
  rpcUrl: RpcSource;
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

/** Tether writes its sign differently on different chains, and bridges add a suffix. */
const USDT_SYMBOL = /^USD[T₮]/u;
const SOME_ID = numberToHex(1n, { size: 32 });

const MISTAKEN = Symbol('a contract that answers otherwise');

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

async function requireOwn({ database, vault, now }: ContractWatchOptions): Promise<void> {
  const areKnown = await requireKnownContracts(database, vault);
  if (!areKnown && now !== undefined) await requireNoOtherDeposits(database, vault);
}

async function checkContracts({ database, vault, rpcUrl, timeoutMs = TIMEOUT_MS, now }: ContractWatchOptions): Promise<boolean> {
  const { client } = createChainClient({ rpcUrl, timeoutMs, retryCount: 1 });
  const found = await client.getChainId().catch(() => null);
  if (found === null) return false;
  if (found !== productChain.id)
    throw new ContractsRefused(
      `The chain's node is of chain ${found}, not ${productChain.id}: PUBLIC_CHAIN_RPC_URL or CHAIN_RPC_URLS is wrong.`,
    );
  // Whatever the node fails with leaves it unknown.
  const mistake = await findContractMistake(client, vault).catch(() => undefined);
  if (mistake === undefined) return false;
  if (mistake !== null) throw new ContractsRefused(mistake);
  if (now !== undefined) await rememberContracts(database, vault, now());
  return true;
}

type Row = { chain_id: string; vault: string; juf: string; usdt: string };

/** Throws `ContractsRefused` where the database belongs to another chain, vault or token. Returns whether it knew these already. */
async function requireKnownContracts(database: Queryable, { address, tokens }: Pick<Vault, 'address' | 'tokens'>): Promise<boolean> {
  const { rows } = await database.execute<Row>(sql`select chain_id::text, vault, juf, usdt from known_contracts`);
  const [known] = rows;
  if (known === undefined) return false;
  const pairs = [
    ['chain', known.chain_id, String(productChain.id), 'PUBLIC_CHAIN_RPC_URL'],
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
async function requireNoOtherDeposits(database: Queryable, { address }: Vault): Promise<void> {
  const { rows } = await database.execute<{ chain_id: string; vault: string }>(
    sql`select chain_id::text, vault from deposit where (chain_id, lower(vault)) <> (${productChain.id}, ${address.toLowerCase()}) limit 1`,
  );
  const [other] = rows;
  if (other === undefined) return;
  throw new ContractsRefused(
    `This database holds deposits into the vault ${other.vault} on chain ${other.chain_id}, and VAULT_ADDRESS is ${address}: set it back, or, if JuFi has really moved, say so with \`npm run provider -- move-contracts\`.`,
  );
}

export async function rememberContracts(database: Queryable, { address, tokens }: Vault, now: Date): Promise<void> {
  await database.execute(sql`
    insert into known_contracts (chain_id, vault, juf, usdt, known_since) values (${productChain.id}, ${address}, ${tokens.juf}, ${tokens.usdt}, ${now.toISOString()})
    on conflict do nothing`);
  // Another process may have remembered others a moment before.
  await requireKnownContracts(database, { address, tokens });
}

/**
 * Describes in a line what is wrong with the configured vault and tokens; `null` if they are what JuFi works with. Throws the client's error if the node
 * gives no answer: then nothing is known.
 */
export async function findContractMistake(client: PublicClient, { address: vault, tokens: { juf, usdt } }: Vault): Promise<string | null> {
  return (await findVaultMistake(client, vault)) ?? (await findJufMistake(client, juf)) ?? (await findUsdtMistake(client, usdt));
}

async function findVaultMistake(client: PublicClient, address: Address): Promise<string | null> {
  if ((await client.getCode({ address })) === undefined) return `There is no contract at ${address}.`;
  const none = `The contract at ${address} is not a vault of JuFi's`;
  const read = { address, abi: vaultAbi } as const;
  const operator = await orMistake(client.readContract({ ...read, functionName: 'operator' }));
  if (operator === MISTAKEN) return `${none}: it names no operator.`;
  const paid = await orMistake(client.readContract({ ...read, functionName: 'paid', args: [SOME_ID] }));
  if (paid === MISTAKEN) return `${none}: it does not say what it has paid.`;
  const native = await orMistake(client.readContract({ ...read, functionName: 'NATIVE' }));
  if (native !== zeroAddress) return `${none}: it does not pay the chain's own currency as JuFi asks for it.`;
  // Not every node passes on what a contract refused with, so that it was refused must do.
  const payout = client.simulateContract({
    ...read,
    functionName: 'payout',
    args: [SOME_ID, zeroAddress, address, 1n],
    account: zeroAddress,
  });
  return (await orMistake(payout)) === MISTAKEN ? null : `${none}: it pays any caller.`;
}

export async function findJufMistake(client: PublicClient, address: Address): Promise<string | null> {
  const mistake = await findTokenMistake(client, 'JUF', address, (symbol) => symbol === 'JUF');
  if (mistake !== null) return mistake;
  const read = { address, abi: jufAbi } as const;
  const cap = await orMistake(client.readContract({ ...read, functionName: 'maxMintingCap' }));
  if (cap === MISTAKEN) return `JUF at ${address} has no cap on minting.`;
  const minted = await orMistake(client.readContract({ ...read, functionName: 'minted', args: [SOME_ID] }));
  return minted === MISTAKEN ? `JUF at ${address} does not say which batches it has minted.` : null;
}

export function findUsdtMistake(client: PublicClient, address: Address): Promise<string | null> {
  return findTokenMistake(client, 'USDT', address, (symbol) => USDT_SYMBOL.test(symbol));
}

async function findTokenMistake(
  client: PublicClient,
  token: 'JUF' | 'USDT',
  address: Address,
  isRight: (symbol: string) => boolean,
): Promise<string | null> {
  if ((await client.getCode({ address })) === undefined) return `There is no contract at ${address}.`;
  const decimals = await orMistake(client.readContract({ address, abi: usdtAbi, functionName: 'decimals' }));
  if (decimals === MISTAKEN) return `The contract at ${address} is not a token.`;
  if (decimals !== tokenDecimals[token]) return `${token} at ${address} has ${decimals} decimals, the ledger ${tokenDecimals[token]}.`;
  const symbol = await orMistake(client.readContract({ address, abi: usdtAbi, functionName: 'symbol' }));
  if (symbol !== MISTAKEN && isRight(symbol)) return null;
  return `The token at ${address} calls itself ${symbol === MISTAKEN ? 'nothing' : JSON.stringify(symbol.slice(0, 32))}, not ${token}.`;
}

/** A contract without such a function reverts, or answers nothing or something else; any other failure is the node's. */
async function orMistake<Answer>(answer: Promise<Answer>): Promise<Answer | typeof MISTAKEN> {
  try {
    return await answer;
  } catch (error) {
    if (isContracts(error)) return MISTAKEN;
    throw error;
  }
}

function isContracts(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        (cause instanceof ContractFunctionRevertedError && isRevert(cause)) ||
        cause instanceof ContractFunctionZeroDataError ||
        (cause instanceof Error && /^(AbiDecoding|PositionOutOfBounds|InvalidBytesBoolean)/.test(cause.name)),
    ) !== null
  );
}

/** viem takes every internal error of a node (-32603) for a revert, because some nodes report reverts so. */
function isRevert({ raw, reason = '' }: ContractFunctionRevertedError): boolean {
  return raw !== undefined || /revert/i.test(reason);
}
