import { toDecimalString } from './amount.ts';

/** The decimals that show an amount to its last non-zero digit, with at least two. */
export function exactDigits(amountBaseUnits: bigint, decimals?: number): number {
  const [, fraction = ''] = toDecimalString(amountBaseUnits, decimals).split('.');
  return Math.max(2, fraction.length);
}
