import { parseAmount } from '../amount.ts';

const MAX_SLIPPAGE_BASIS_POINTS = 5_000n;
export const PERCENT_DECIMALS = 2;

/** Parses a percentage in the locale's format, to the basis point; null if invalid or above half of the trade. */
export function readSlippage(typed: string, locale: string): bigint | null {
  const reading = parseAmount(typed, PERCENT_DECIMALS, locale, '%');
  return reading.ok && reading.amountBaseUnits <= MAX_SLIPPAGE_BASIS_POINTS ? reading.amountBaseUnits : null;
}
