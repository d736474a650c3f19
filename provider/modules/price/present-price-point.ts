import { toDecimalString } from '../../../src/lib/amount.ts';
import { type PricePoint } from '../../price/read-price-history.ts';
import { PRICE_DECIMALS } from './read-prices.ts';

/** A price of the past as the contract writes it. */
export function presentPricePoint({ at, price18 }: PricePoint): { time: string; price: string } {
  return { time: at.toISOString(), price: toDecimalString(price18, PRICE_DECIMALS) };
}
