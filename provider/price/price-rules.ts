import { parseUnits } from 'viem';

import type { Economy } from '../economy.ts';
import type { PriceRules } from './read-price.ts';

/** A pool with less on its quote side is too easy to manipulate. */
const DEFAULT_MIN_DEPTH_USDT = '50000';

/** Rules for the treasury's sales price: half an hour against a day. */
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
 * Rules for the price insurance settles at. Longer windows than for sales, and no refusal for a thin pool or a fast move: expired cover has
 * to be settled, and the length of these windows makes them expensive to manipulate.
 */
export function settlementPriceRules([shortHours, longHours]: readonly [number, number]): PriceRules {
  return {
    shortWindowSeconds: BigInt(shortHours) * 3_600n,
    longWindowSeconds: BigInt(longHours) * 3_600n,
    maxSpreadBasisPoints: null,
    minQuoteReserve: 0n,
    // Always requested as of a past moment, never as of now.
    maxAgeMs: Infinity,
  };
}
