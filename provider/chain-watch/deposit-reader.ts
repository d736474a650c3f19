import { type Address, type Hex, isAddress, numberToHex, type PublicClient } from 'viem';
import { z } from 'zod';

import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { ChainUnavailable, createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { hexSchema, quantitySchema as quantity } from '../hex-schema.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Vault } from '../vault.ts';
import { type ChainDeposit, type ChainLog, readDepositLog, RECEIVED_TOPIC, TRANSFER_TOPIC, vaultTopic } from './deposit-log.ts';

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

export interface DepositReaderOptions {
  rpcUrl: RpcSource;
  chainId: number;
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

export function createDepositReader({ rpcUrl, chainId, vault, timeoutMs = TIMEOUT_MS }: DepositReaderOptions): DepositReader {
  const { ask, client } = createChainClient({ rpcUrl, chainId, timeoutMs, tries: MOST_TRIES });
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
