import { mulDivFloor } from '../../src/lib/amount.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { type CurrentPrices, PRICE_DECIMALS } from './read-prices.ts';

export const USD_DECIMALS = 6;

/** The value of an amount in millionths of a US dollar, rounded down; null while the token's price is unknown. USDT counts as one dollar. */
export function valueInUsd(amountBaseUnits: bigint, token: Token, prices: CurrentPrices): bigint | null {
  const price18 = token === 'USDT' ? 10n ** BigInt(PRICE_DECIMALS) : prices[token]?.price18;
  if (price18 === undefined) return null;
  return mulDivFloor(amountBaseUnits, price18, 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS));
}
