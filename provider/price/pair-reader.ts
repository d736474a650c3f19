import { type Address, decodeAbiParameters, type Hex, isAddressEqual, numberToHex, parseAbiParameters, toEventSelector } from 'viem';
import { z } from 'zod';
import { pairAbi } from '../../src/lib/chain/abis/pair.ts';
import { applySync, type PairState } from '../../src/lib/chain/cumulative-price.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { ChainUnavailable, createChainClient, createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { hexSchema, quantitySchema as quantity } from '../hex-schema.ts';
import { type BlockRef, type PairHead, type PairObservation, type PriceStore, stateOf } from './price-store.ts';

/** A pair's reserves after the last Sync of a block. */
interface SyncedBlock extends BlockRef {
  reserve0: bigint;
  reserve1: bigint;
}

/** The pair's own state. */
interface PairStorage {
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

const EMPTY = { reserve0: 0n, reserve1: 0n, price0Cumulative: 0n, price1Cumulative: 0n };
const UINT32 = 1n << 32n;
const UINT256_MASK = (1n << 256n) - 1n;

export function createPairReader({ rpcUrl, maxLogRange = 5_000n, timeoutMs = 10_000 }: PairReaderOptions): PairReader {
  const { ask, client } = createChainClient({ rpcUrl, timeoutMs, retryCount: 1, retryDelay: 200 });
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

interface CollectOptions {
  pair: Address;
  /** Where to start when nothing is known: the pair's first block, or one far enough back for the longest window. */
  fromBlock: bigint;
  reader: PairReader;
  store: PriceStore;
  clock: Clock;
}

/**
 * - `COLLECTED`: known up to the head, and verified against the pair's own sums.
 * - `NOTHING_YET`: the pair has no reserves.
 * - `HEAD_BEHIND`: the node's head is before what is known (a lagging node, or a chain that was reset).
 * - `HEAD_CHANGED`: the chain was reorganised while reading; the next run continues.
 * - `INCOMPLETE`: the node's logs don't add up to the pair's state; nothing was stored.
 * - `OUTPACED`: another process was faster.
 */
export type CollectOutcome = 'COLLECTED' | 'NOTHING_YET' | 'HEAD_BEHIND' | 'HEAD_CHANGED' | 'INCOMPLETE' | 'OUTPACED';

/** Collects a pair's observations up to the chain's head, so that its price sums can be computed for any past second. */
export async function collectObservations(options: CollectOptions): Promise<CollectOutcome> {
  const { pair, fromBlock, reader, store, clock } = options;
  const readAt = clock();
  const head = await reader.latestBlock();
  const known = await store.head(pair);
  if (known !== null && head.blockNumber < known.blockNumber) return 'HEAD_BEHIND';
  if (known !== null && !(await isCanonical(reader, known))) return rewindToCanonical(options, known);

  const newest = known === null ? null : await store.newest(pair);
  const start = known === null ? fromBlock : known.blockNumber + 1n;
  const syncs = start > head.blockNumber ? [] : await reader.syncs(pair, start, head.blockNumber);
  const storage = await reader.storage(pair, head.blockNumber);
  if (!(await isCanonical(reader, head))) return 'HEAD_CHANGED';

  if (newest === null && syncs.length === 0 && (storage.reserve0 === 0n || storage.reserve1 === 0n)) return 'NOTHING_YET';
  const unmoved = newest === null && syncs.length === 0 ? await observeUnmoved(options, storage) : [];
  const moved = observe(newest, syncs);
  const observations = moved === null ? null : [...unmoved, ...moved];
  const last = observations?.at(-1) ?? newest;
  if (observations === null || last === null) return 'INCOMPLETE';
  const offsets = prove(last, storage, known);
  if (offsets === null) return 'INCOMPLETE';
  return (await store.append(pair, { expected: known, observations, head: { ...head, readAt, ...offsets } })) ? 'COLLECTED' : 'OUTPACED';
}

/** Computes the sums along the syncs; `null` if a block is older than the one before it. */
function observe(newest: PairObservation | null, syncs: readonly SyncedBlock[]): PairObservation[] | null {
  const observations: PairObservation[] = [];
  let state: PairState | null = newest === null ? null : stateOf(newest);
  for (const { reserve0, reserve1, ...block } of syncs) {
    if (state !== null && block.blockTime < state.changedAt) return null;
    state = applySync(state ?? { ...EMPTY, changedAt: block.blockTime }, { reserve0, reserve1 }, block.blockTime);
    const { price0Cumulative, price1Cumulative } = state;
    observations.push({ ...block, reserve0, reserve1, price0Cumulative, price1Cumulative });
  }
  return observations;
}

/** For a pair without any log since the start block: the pair itself reports how old its reserves are. */
async function observeUnmoved({ reader, fromBlock }: CollectOptions, storage: PairStorage): Promise<PairObservation[]> {
  const first = await reader.block(fromBlock);
  if (first === null || storage.changedAt > first.blockTime % UINT32) return [];
  return [{ ...first, ...EMPTY, reserve0: storage.reserve0, reserve1: storage.reserve1 }];
}

/**
 * Compares with the pair's own state: equal reserves, and sums at the same offset from ours as before. A log withheld by a node breaks one
 * of the two.
 */
function prove(last: PairObservation, storage: PairStorage, known: PairHead | null): Pick<PairHead, 'offset0' | 'offset1'> | null {
  if (last.reserve0 !== storage.reserve0 || last.reserve1 !== storage.reserve1) return null;
  // The observation of an unmoved pair is later than the pair's own last change.
  if (storage.changedAt > last.blockTime % UINT32) return null;
  const offset0 = (storage.price0CumulativeLast - last.price0Cumulative) & UINT256_MASK;
  const offset1 = (storage.price1CumulativeLast - last.price1Cumulative) & UINT256_MASK;
  const isSame = known === null || (known.offset0 === offset0 && known.offset1 === offset1);
  return isSame ? { offset0, offset1 } : null;
}

async function isCanonical(reader: PairReader, block: BlockRef): Promise<boolean> {
  return (await reader.block(block.blockNumber))?.blockHash === block.blockHash;
}

/** Rewinds to the newest observation still on the chain; the next run continues from there. */
async function rewindToCanonical({ pair, reader, store }: CollectOptions, known: PairHead): Promise<CollectOutcome> {
  let observation = await store.newest(pair);
  while (observation !== null && !(await isCanonical(reader, observation))) {
    if (observation.blockNumber === 0n) observation = null;
    else observation = await store.newestUpTo(pair, observation.blockNumber - 1n);
  }
  const done = observation === null ? await store.forget(pair, known) : await store.rewind(pair, known, observation);
  return done ? 'HEAD_CHANGED' : 'OUTPACED';
}
