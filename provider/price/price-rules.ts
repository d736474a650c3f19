import { parseUnits } from 'viem';

import { type Economy } from '../economy.ts';
import { type PriceRules } from './read-price.ts';

/** The pool's quote side below which it is too easily moved. */
const DEFAULT_MIN_DEPTH_USDT = '50000';

/** The price the treasury sells at: half an hour against a day. */
export function salesPriceRules({ treasury: { price } }: Economy, usdtDecimals: number, minDepthUsdt = DEFAULT_MIN_DEPTH_USDT): PriceRules {
  return {
    shortWindowSeconds: BigInt(price.shortWindowMinutes) * 60n,
    longWindowSeconds: BigInt(price.longWindowMinutes) * 60n,
    maxSpreadBasisPoints: BigInt(price.maxSpread),
    minQuoteReserve: parseUnits(minDepthUsdt, usdtDecimals),
    maxAgeMs: price.maxAgeSeconds * 1000,
  };
}

/**
 * The price insurance settles at. Longer windows than sales, and no refusal for a thin pool or a fast move: cover that
 * has run out must be settled, and time is what makes these windows dear to move.
 */
export function settlementPriceRules([shortHours, longHours]: readonly [number, number]): PriceRules {
  return {
    shortWindowSeconds: BigInt(shortHours) * 3_600n,
    longWindowSeconds: BigInt(longHours) * 3_600n,
    maxSpreadBasisPoints: null,
    minQuoteReserve: 0n,
    // It is always asked for as of a moment, never as of now.
    maxAgeMs: Infinity,
  };
}
