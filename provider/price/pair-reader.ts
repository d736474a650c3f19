import {
  type Address,
  createPublicClient,
  decodeAbiParameters,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbiParameters,
  type PublicClient,
  toEventSelector,
} from 'viem';
import { z } from 'zod';

import { pairAbi } from '../../src/lib/chain/abis/pair.ts';
import { openChainNodes, type RpcSource } from '../chain-nodes.ts';
import { hexSchema, quantitySchema as quantity } from '../hex-schema.ts';
import type { BlockRef } from './price-store.ts';

/** A pair's reserves after the last Sync of a block. */
export interface SyncedBlock extends BlockRef {
  reserve0: bigint;
  reserve1: bigint;
}

/** The pair's own state. */
export interface PairStorage {
  reserve0: bigint;
  reserve1: bigint;
  /** In seconds, modulo 2^32. */
  changedAt: bigint;
  price0CumulativeLast: bigint;
  price1CumulativeLast: bigint;
}

/** The price module's node queries; each throws `PriceSourceError` if there is no valid answer. */
export interface PairReader {
  latestBlock(): Promise<BlockRef>;
  /** `null` if the node doesn't have the block (yet, or any more). */
  block(blockNumber: bigint): Promise<BlockRef | null>;
  /** In the pair's own order. */
  tokens(pair: Address): Promise<readonly [Address, Address]>;
  /** The pair's state as of a recent block. */
  storage(pair: Address, blockNumber: bigint): Promise<PairStorage>;
  /** In block order. */
  syncs(pair: Address, fromBlock: bigint, toBlock: bigint): Promise<SyncedBlock[]>;
}

export interface PairReaderOptions {
  rpcUrl: RpcSource;
  chainId: number;
  /** Maximum block range of one log query; public nodes have limits, and it's halved if one refuses. */
  maxLogRange?: bigint;
  timeoutMs?: number;
}

export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError';
  readonly code = 'PRICE_SOURCE_UNAVAILABLE';
}

const SYNC_TOPIC = toEventSelector('Sync(uint112,uint112)');
const SMALLEST_LOG_RANGE = 16n;

const blockSchema = z
  .object({ number: quantity, hash: hexSchema, timestamp: quantity })
  .transform(({ number, hash, timestamp }): BlockRef => ({ blockNumber: number, blockHash: hash, blockTime: timestamp }));
const logSchema = z.object({
  address: hexSchema,
  topics: z.array(hexSchema),
  data: hexSchema,
  blockNumber: quantity,
  blockHash: hexSchema,
  logIndex: quantity,
  /** Newer nodes provide it; without it the block has to be fetched. */
  blockTimestamp: quantity.nullish(),
  removed: z.boolean().nullish(),
});

type SyncLog = z.infer<typeof logSchema>;

export function createPairReader({ rpcUrl, chainId, maxLogRange = 5_000n, timeoutMs = 10_000 }: PairReaderOptions): PairReader {
  const client = createPublicClient({
    transport: openChainNodes(rpcUrl, chainId).transport({ timeoutMs, retryCount: 1, retryDelay: 200 }),
    cacheTime: 0,
  });
  const query = createQuery(client, chainId);

  async function readBlock(block: 'latest' | Hex): Promise<BlockRef | null> {
    return blockSchema.nullable().parse(await client.request({ method: 'eth_getBlockByNumber', params: [block, false] }));
  }

  async function readLogs(pair: Address, fromBlock: bigint, toBlock: bigint): Promise<SyncLog[]> {
    const filter = { address: pair, topics: [SYNC_TOPIC], fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
    const logs = z.array(logSchema).parse(await client.request({ method: 'eth_getLogs', params: [filter] }));
    // A node or proxy that ignores the filter must not affect our price.
    return logs.filter((log) => log.removed !== true && isAddressEqual(log.address, pair) && log.topics[0] === SYNC_TOPIC);
  }

  async function withTime(log: SyncLog): Promise<SyncedBlock> {
    const blockTime = log.blockTimestamp ?? (await readBlock(numberToHex(log.blockNumber)))?.blockTime;
    if (blockTime === undefined) throw new PriceSourceError(`The node does not know block ${log.blockNumber} of a log it gave`);
    const [reserve0, reserve1] = decodeAbiParameters(parseAbiParameters('uint112, uint112'), log.data);
    return { blockNumber: log.blockNumber, blockHash: log.blockHash, blockTime, reserve0, reserve1 };
  }

  return {
    latestBlock: () =>
      query(async () => {
        const block = await readBlock('latest');
        if (block === null) throw new PriceSourceError('The node has no latest block');
        return block;
      }),
    block: (blockNumber) => query(() => readBlock(numberToHex(blockNumber))),
    tokens: (pair) =>
      query(() => {
        const call = { address: pair, abi: pairAbi } as const;
        return Promise.all([
          client.readContract({ ...call, functionName: 'token0' }),
          client.readContract({ ...call, functionName: 'token1' }),
        ]);
      }),
    storage: (pair, blockNumber) =>
      query(async () => {
        const call = { address: pair, abi: pairAbi, blockNumber } as const;
        const [[reserve0, reserve1, changedAt], price0CumulativeLast, price1CumulativeLast] = await Promise.all([
          client.readContract({ ...call, functionName: 'getReserves' }),
          client.readContract({ ...call, functionName: 'price0CumulativeLast' }),
          client.readContract({ ...call, functionName: 'price1CumulativeLast' }),
        ]);
        return { reserve0, reserve1, changedAt: BigInt(changedAt), price0CumulativeLast, price1CumulativeLast };
      }),
    syncs: (pair, fromBlock, toBlock) =>
      query(async () => {
        const logs = await readInParts({ from: fromBlock, to: toBlock }, maxLogRange, (from, to) => readLogs(pair, from, to));
        const synced: SyncedBlock[] = [];
        for (const log of lastOfEachBlock(logs)) synced.push(await withTime(log));
        return synced;
      }),
  };
}

/** Asks a node of the right chain; every failure is a PriceSourceError. */
function createQuery(client: PublicClient, chainId: number): <Answer>(question: () => Promise<Answer>) => Promise<Answer> {
  let isVerified = false;
  return async (question) => {
    try {
      if (!isVerified) {
        const found = await client.getChainId();
        if (found !== chainId) throw new PriceSourceError(`The node at the RPC address is of chain ${found}, not ${chainId}`);
        isVerified = true;
      }
      return await question();
    } catch (cause) {
      if (cause instanceof PriceSourceError) throw cause;
      throw new PriceSourceError('The chain node gave no usable answer', { cause });
    }
  };
}

/** Reads a long range part by part, and halves the parts if the node refuses that many blocks at once. */
async function readInParts<Item>(
  range: { from: bigint; to: bigint },
  largest: bigint,
  read: (from: bigint, to: bigint) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  let length = largest;
  for (let { from } = range; from <= range.to;) {
    const to = from + length - 1n < range.to ? from + length - 1n : range.to;
    const found = await read(from, to).catch((error: unknown) => {
      if (length <= SMALLEST_LOG_RANGE) throw error;
      return null;
    });
    if (found === null) {
      length /= 2n;
      continue;
    }
    items.push(...found);
    from = to + 1n;
  }
  return items;
}

/** No time passes within a block, so only the last reserves affect the sums. */
function lastOfEachBlock(logs: readonly SyncLog[]): SyncLog[] {
  const ordered = [...logs].sort((a, b) => compare(a.blockNumber, b.blockNumber) || compare(a.logIndex, b.logIndex));
  return ordered.filter((log, index) => ordered[index + 1]?.blockNumber !== log.blockNumber);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
