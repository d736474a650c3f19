import { toDecimalString } from '../../../src/lib/amount.ts';
import type { PricePoint } from '../../price/read-price-history.ts';
import { PRICE_DECIMALS } from '../../price/read-prices.ts';

/** A historical price in the contract's format. */
export function presentPricePoint({ at, price18 }: PricePoint): { time: string; price: string } {
  return { time: at.toISOString(), price: toDecimalString(price18, PRICE_DECIMALS) };
}
