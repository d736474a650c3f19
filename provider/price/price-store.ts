import type { Hex } from 'viem';

import type { PairState } from '../../src/lib/chain/cumulative-price.ts';
import type { Queryable } from '../db/database.ts';

export interface BlockRef {
  blockNumber: bigint;
  blockHash: Hex;
  /** In seconds. */
  blockTime: bigint;
}

/** A pair's reserves after a block, with the price sums up to it. */
export interface PairObservation extends BlockRef {
  reserve0: bigint;
  reserve1: bigint;
  price0Cumulative: bigint;
  price1Cumulative: bigint;
}

/** How far a pair is known. */
export interface PairHead extends BlockRef {
  readAt: Date;
  /** What to add to our sums, modulo 2^256, to get the pair's own; both are zero if its whole history is known. */
  offset0: bigint;
  offset1: bigint;
}

/** Inputs of a price's computation. */
export interface KnownPrices {
  head(pair: Hex): Promise<PairHead | null>;
  /** The state at each time (in seconds): the newest observation not later; `null` before the first. */
  statesAt(pair: Hex, times: readonly bigint[]): Promise<(PairState | null)[]>;
}

/** What was read of a pair after `expected`, the head that was known before. */
export interface PairReading {
  expected: PairHead | null;
  observations: readonly PairObservation[];
  head: PairHead;
}

export interface PriceStore extends KnownPrices {
  /** The same within the caller's transaction. */
  within(queryable: Queryable): KnownPrices;
  newest(pair: Hex): Promise<PairObservation | null>;
  /** The newest at or below a block number. */
  newestUpTo(pair: Hex, blockNumber: bigint): Promise<PairObservation | null>;
  /**
   * Stores observations and the new head atomically. Returns `false` without storing if the head isn't the expected one, because another
   * process was faster.
   */
  append(pair: Hex, reading: PairReading): Promise<boolean>;
  /** Deletes everything above a block, after a reorganisation of the chain. */
  rewind(pair: Hex, expected: PairHead, to: BlockRef): Promise<boolean>;
  /** Deletes everything about a pair. */
  forget(pair: Hex, expected: PairHead): Promise<boolean>;
  /** Keeps the last observation of each hour before `hourlyBefore`, and of each UTC day before `dailyBefore` (seconds). */
  thin(pair: Hex, cutoffs: { hourlyBefore: bigint; dailyBefore: bigint }): Promise<number>;
}

export function stateOf(observation: PairObservation): PairState {
  const { reserve0, reserve1, price0Cumulative, price1Cumulative, blockTime } = observation;
  return { reserve0, reserve1, price0Cumulative, price1Cumulative, changedAt: blockTime };
}
