/**
 * Time-weighted prices from Uniswap-V2 cumulative prices: at the first update in each block, a pair adds the price since the last update (UQ112.112) times
 * its seconds. Only differences are meaningful; they are taken modulo 2^256.
 */

export interface PairState {
  reserve0: bigint;
  reserve1: bigint;
  /** In seconds, when the reserves last changed. */
  changedAt: bigint;
  price0Cumulative: bigint;
  price1Cumulative: bigint;
}

export interface CumulativePrices {
  /** Σ token1 per token0. */
  price0Cumulative: bigint;
  /** Σ token0 per token1. */
  price1Cumulative: bigint;
}

export interface CumulativeObservation {
  cumulative: bigint;
  /** In seconds. */
  at: bigint;
}

const Q112 = 1n << 112n;
const UINT256_MASK = (1n << 256n) - 1n;
const PRICE_DIGITS = 18n;

/**
 * What the pair's sums would be if it were updated at a later second (`currentCumulativePrices` of Uniswap's oracle library). Correct if the reserves
 * didn't change in between.
 */
export function extrapolateCumulative(state: PairState, at: bigint): CumulativePrices {
  const elapsed = at - state.changedAt;
  if (elapsed < 0n) throw new RangeError(`A pair that changed at ${state.changedAt} says nothing about ${at}`);
  if (state.reserve0 === 0n || state.reserve1 === 0n) return state;
  return {
    price0Cumulative: wrap(state.price0Cumulative + ((state.reserve1 * Q112) / state.reserve0) * elapsed),
    price1Cumulative: wrap(state.price1Cumulative + ((state.reserve0 * Q112) / state.reserve1) * elapsed),
  };
}

/** The pair after an update to new reserves in a block of time `at`, computed like the pair does. */
export function applySync(state: PairState, reserves: { reserve0: bigint; reserve1: bigint }, at: bigint): PairState {
  return { ...extrapolateCumulative(state, at), ...reserves, changedAt: at };
}

/**
 * The average price between two observations of one sum, in quote tokens per base token with 18 decimals. Rounded up, because the pool sells JUF at this
 * price. (The sum itself is rounded down in its 112 binary digits, far below the 18th decimal.)
 */
export function averagePrice18(from: CumulativeObservation, to: CumulativeObservation, decimals: { base: number; quote: number }): bigint {
  const seconds = to.at - from.at;
  if (seconds <= 0n) throw new RangeError('An average needs two observations in order of time');
  const numerator = wrap(to.cumulative - from.cumulative) * 10n ** (PRICE_DIGITS + BigInt(decimals.base));
  return divideUp(numerator, seconds * Q112 * 10n ** BigInt(decimals.quote));
}

/** The pool's current ratio in quote tokens per base token with 18 decimals; rounded down, for display. */
export function spotPrice18(reserves: { base: bigint; quote: bigint }, decimals: { base: number; quote: number }): bigint {
  if (reserves.base <= 0n) throw new RangeError('An empty pool has no price');
  return (reserves.quote * 10n ** (PRICE_DIGITS + BigInt(decimals.base))) / (reserves.base * 10n ** BigInt(decimals.quote));
}

function wrap(value: bigint): bigint {
  return value & UINT256_MASK;
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
