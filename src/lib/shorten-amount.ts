/** Digits after the separator that a person reads in a sentence or on a button. */
const READ_DIGITS = 6;

/** The amount without the digits that nobody reads. Rounded down, or up if a reader must not be told less; an amount of only such digits stays whole. */
export function shortenAmount(amountBaseUnits: bigint, decimals: number, rounding: 'down' | 'up' = 'down'): bigint {
  const step = 10n ** BigInt(Math.max(decimals - READ_DIGITS, 0));
  if (amountBaseUnits < step) return amountBaseUnits;
  const rest = amountBaseUnits % step;
  return amountBaseUnits - rest + (rounding === 'up' && rest > 0n ? step : 0n);
}
