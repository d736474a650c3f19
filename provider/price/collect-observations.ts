import type { Address } from 'viem';

import { applySync, type PairState } from '../../src/lib/chain/cumulative-price.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { PairReader, PairStorage, SyncedBlock } from './pair-reader.ts';
import { type BlockRef, type PairHead, type PairObservation, type PriceStore, stateOf } from './price-store.ts';

export interface CollectOptions {
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

const EMPTY = { reserve0: 0n, reserve1: 0n, price0Cumulative: 0n, price1Cumulative: 0n };
const UINT32 = 1n << 32n;
const UINT256_MASK = (1n << 256n) - 1n;

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
