import { formatAmount, parseAmount } from './amount.ts';

/** More than any token has, so that all typed digits are kept. */
const DECIMALS = 40;

/**
 * Rewrites an amount typed in one locale for another: German `1.234` becomes `1234` in English, where the original would be a different
 * amount. Returns '' if the text isn't an amount: better retyped than misread.
 */
export function rewriteAmount(typed: string, from: string, to: string): string {
  if (from === to) return typed;
  const reading = parseAmount(typed, DECIMALS, from);
  return reading.ok ? formatAmount(reading.amountBaseUnits, { locale: to, decimals: DECIMALS, useGrouping: false }) : '';
}
