import {
  type Address,
  getAddress,
  type Hex,
  isAddress,
  isAddressEqual,
  numberToHex,
  pad,
  type PublicClient,
  sliceHex,
  toEventSelector,
  zeroAddress,
} from 'viem';
import { z } from 'zod';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import { ChainUnavailable, createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { hexSchema, quantitySchema as quantity } from '../hex-schema.ts';
import type { Token } from '../ledger/account.ts';
import type { Vault } from '../vault.ts';

export interface BlockRef {
  number: bigint;
  hash: Hex;
}

/** Node queries about deposits. Each throws `ChainUnavailable` if there is no valid answer. */
export interface DepositReader {
  head(): Promise<BlockRef>;
  /** `null` if the node doesn't have the block (yet, or any more). */
  block(number: bigint): Promise<BlockRef | null>;
  /** Deposits into the vault in an inclusive block range, in the chain's order, without duplicates. */
  deposits(from: bigint, to: bigint): Promise<ChainDeposit[]>;
  /** A transaction's deposits into the vault, from its receipt; `null` if the node has none. */
  depositsOf(txHash: Hex): Promise<{ block: BlockRef; deposits: ChainDeposit[] } | null>;
  /** Describes a misconfigured vault or token, if any. */
  findMistake(): Promise<string | null>;
}

interface DepositReaderOptions {
  rpcUrl: RpcSource;
  vault: Vault;
  timeoutMs?: number | undefined;
}

const lowerHex = hexSchema.transform((value) => value.toLowerCase() as Hex);
const hashSchema = lowerHex.refine((value) => value.length === 66);
const addressSchema = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }));
const blockSchema = z.object({ number: quantity, hash: hashSchema }).nullable();
const logSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: lowerHex,
  blockNumber: quantity,
  blockHash: hashSchema,
  transactionHash: hashSchema,
  logIndex: quantity.transform(Number),
  removed: z.boolean().nullish(),
}) satisfies z.ZodType<ChainLog>;
const receiptSchema = z.object({ status: quantity, blockNumber: quantity, blockHash: hashSchema, logs: z.array(logSchema) }).nullable();

const TIMEOUT_MS = 10_000;
const MOST_TRIES = 4;

export function createDepositReader({ rpcUrl, vault, timeoutMs = TIMEOUT_MS }: DepositReaderOptions): DepositReader {
  const { ask, client } = createChainClient({ rpcUrl, timeoutMs, tries: MOST_TRIES });
  let isRight = false;

  async function readBlock(block: 'latest' | Hex): Promise<BlockRef | null> {
    return blockSchema.parse(await client.request({ method: 'eth_getBlockByNumber', params: [block, false] }));
  }

  async function readLogs(filter: object, from: bigint, to: bigint): Promise<ChainLog[]> {
    const range = { ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const logs = z.array(logSchema).parse(await client.request({ method: 'eth_getLogs', params: [range] }));
    return logs.filter(({ removed, blockNumber }) => removed !== true && blockNumber >= from && blockNumber <= to);
  }

  return {
    head: () =>
      ask(async () => {
        const block = await readBlock('latest');
        if (block === null) throw new ChainUnavailable('The node has no latest block.');
        return block;
      }),
    block: (number) =>
      ask(async () => {
        const block = await readBlock(numberToHex(number));
        if (block !== null && block.number !== number)
          throw new ChainUnavailable(`The node was asked for block ${number} and gave another.`);
        return block;
      }),
    deposits: (from, to) =>
      ask(async () => {
        const [received, transferred] = await Promise.all([
          readLogs({ address: vault.address, topics: [RECEIVED_TOPIC] }, from, to),
          readLogs({ address: [vault.tokens.juf, vault.tokens.usdt], topics: [TRANSFER_TOPIC, null, vaultTopic(vault)] }, from, to),
        ]);
        return inOrder([...received, ...transferred], vault);
      }),
    depositsOf: (txHash) =>
      ask(async () => {
        const receipt = receiptSchema.parse(await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] }));
        if (receipt === null) return null;
        const block = { number: receipt.blockNumber, hash: receipt.blockHash };
        return { block, deposits: receipt.status === 1n ? inOrder(receipt.logs, vault) : [] };
      }),
    findMistake: () =>
      ask(async () => {
        if (isRight) return null;
        const mistake = await findContractMistake(client, vault);
        isRight = mistake === null;
        return mistake;
      }),
  };
}

/** Looks at no more than crediting needs: each further question is one more that a node may fail. `watchContracts` looks at the rest. */
async function findContractMistake(client: PublicClient, { address: vault, tokens }: Vault): Promise<string | null> {
  for (const address of [vault, tokens.juf, tokens.usdt]) {
    if ((await client.getCode({ address })) === undefined) return `There is no contract at ${address}.`;
  }
  for (const [token, address] of [['JUF', tokens.juf] as const, ['USDT', tokens.usdt] as const]) {
    const decimals = await client.readContract({ address, abi: jufAbi, functionName: 'decimals' });
    if (decimals !== tokenDecimals[token]) return `${token} at ${address} has ${decimals} decimals, the ledger ${tokenDecimals[token]}.`;
  }
  return null;
}

/** A node or its proxy may return logs repeatedly and in any order. */
function inOrder(logs: readonly ChainLog[], vault: Vault): ChainDeposit[] {
  const deposits = new Map<string, ChainDeposit>();
  for (const log of logs) {
    const deposit = readDepositLog(log, vault);
    if (deposit !== null) deposits.set(`${deposit.blockHash} ${deposit.logIndex}`, deposit);
  }
  return [...deposits.values()].sort((a, b) =>
    a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
  );
}

/** A node's log, validated. */
interface ChainLog {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: number;
}

/** A deposit into the vault, according to a log. */
export interface ChainDeposit {
  token: Token;
  sender: Address;
  amountBaseUnits: bigint;
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  logIndex: number;
}

/** The vault's own event, for JU. */
const RECEIVED_TOPIC = toEventSelector('Received(address,uint256)');
/** Every token's event (EIP-20). */
const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');

/** Parses a log as a deposit into the vault; null if it isn't one, whatever the node thinks. */
function readDepositLog(log: ChainLog, vault: Vault): ChainDeposit | null {
  const token = tokenOf(log, vault);
  const sender = log.topics[1];
  if (token === null || sender === undefined || log.data.length !== 66) return null;
  const deposit: ChainDeposit = {
    token,
    sender: getAddress(sliceHex(sender, 12)),
    amountBaseUnits: BigInt(log.data),
    txHash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
  };
  return isDeposit(deposit, vault) ? deposit : null;
}

/**
 * Anyone can make a token log a transfer of zero from anywhere to the vault (EIP-20 allows zero transfers by everyone). JUF from the zero
 * address is what the operator mints for buyers; USDT from there may be a bridge's payment and is held for the operator to examine.
 */
function isDeposit({ token, sender, amountBaseUnits }: ChainDeposit, vault: Vault): boolean {
  if (amountBaseUnits === 0n || isAddressEqual(sender, vault.address)) return false;
  return !(token === 'JUF' && isAddressEqual(sender, zeroAddress));
}

function tokenOf({ address, topics }: ChainLog, vault: Vault): Token | null {
  if (isAddressEqual(address, vault.address)) return topics[0] === RECEIVED_TOPIC && topics.length === 2 ? 'JU' : null;
  if (topics[0] !== TRANSFER_TOPIC || topics.length !== 3 || topics[2]?.toLowerCase() !== vaultTopic(vault)) return null;
  if (isAddressEqual(address, vault.tokens.juf)) return 'JUF';
  return isAddressEqual(address, vault.tokens.usdt) ? 'USDT' : null;
}

function vaultTopic({ address }: Vault): Hex {
  return pad(address, { size: 32 }).toLowerCase() as Hex;
}

export interface CountedDeposit extends ChainDeposit {
  /** Its index, starting at 1, among identical deposits in the same transaction. */
  occurrence: number;
}

/** `deposits` must contain all deposits of each transaction, in the chain's order. */
export function countOccurrences(deposits: readonly ChainDeposit[]): CountedDeposit[] {
  const counts = new Map<string, number>();
  return deposits.map((deposit) => {
    const { txHash, token, sender, amountBaseUnits } = deposit;
    const key = [txHash, token, sender, amountBaseUnits].join(' ');
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    return { ...deposit, occurrence };
  });
}
