import { type Address, decodeAbiParameters, type Hex, isAddressEqual, numberToHex, parseAbiParameters, toEventSelector } from 'viem';
import { z } from 'zod';

import { pairAbi } from '../../src/lib/chain/abis/pair.ts';
import { ChainUnavailable, createChainClient, createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
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

/** The price module's node queries; each throws `ChainUnavailable` if there is no valid answer. */
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

const SYNC_TOPIC = toEventSelector('Sync(uint112,uint112)');

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
  const { ask, client } = createChainClient({ rpcUrl, chainId, timeoutMs, retryCount: 1, retryDelay: 200 });
  const logRange = createLogRange(maxLogRange);

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
    if (blockTime === undefined) throw new ChainUnavailable(`The node does not know block ${log.blockNumber} of a log it gave`);
    const [reserve0, reserve1] = decodeAbiParameters(parseAbiParameters('uint112, uint112'), log.data);
    return { blockNumber: log.blockNumber, blockHash: log.blockHash, blockTime, reserve0, reserve1 };
  }

  return {
    latestBlock: () =>
      ask(async () => {
        const block = await readBlock('latest');
        if (block === null) throw new ChainUnavailable('The node has no latest block');
        return block;
      }),
    block: (blockNumber) => ask(() => readBlock(numberToHex(blockNumber))),
    tokens: (pair) =>
      ask(() => {
        const call = { address: pair, abi: pairAbi } as const;
        return Promise.all([
          client.readContract({ ...call, functionName: 'token0' }),
          client.readContract({ ...call, functionName: 'token1' }),
        ]);
      }),
    storage: (pair, blockNumber) =>
      ask(async () => {
        const call = { address: pair, abi: pairAbi, blockNumber } as const;
        const [[reserve0, reserve1, changedAt], price0CumulativeLast, price1CumulativeLast] = await Promise.all([
          client.readContract({ ...call, functionName: 'getReserves' }),
          client.readContract({ ...call, functionName: 'price0CumulativeLast' }),
          client.readContract({ ...call, functionName: 'price1CumulativeLast' }),
        ]);
        return { reserve0, reserve1, changedAt: BigInt(changedAt), price0CumulativeLast, price1CumulativeLast };
      }),
    syncs: async (pair, fromBlock, toBlock) => {
      const synced: SyncedBlock[] = [];
      for (let from = fromBlock; from <= toBlock;) {
        const { blocks, answer: logs } = await logRange.read(toBlock - from + 1n, (most) =>
          ask(() => readLogs(pair, from, from + most - 1n)),
        );
        for (const log of lastOfEachBlock(logs)) synced.push(await ask(() => withTime(log)));
        from += blocks;
      }
      return synced;
    },
  };
}

/** No time passes within a block, so only the last reserves affect the sums. */
function lastOfEachBlock(logs: readonly SyncLog[]): SyncLog[] {
  const ordered = [...logs].sort((a, b) => compare(a.blockNumber, b.blockNumber) || compare(a.logIndex, b.logIndex));
  return ordered.filter((log, index) => ordered[index + 1]?.blockNumber !== log.blockNumber);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
