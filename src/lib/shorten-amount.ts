/** Digits after the separator that a person reads in a sentence or on a button. */
const READ_DIGITS = 6;

/** Drops digits too small to read. Rounds down by default, up for amounts that must not look smaller than they are; never to zero. */
export function shortenAmount(amountBaseUnits: bigint, decimals: number, rounding: 'down' | 'up' = 'down'): bigint {
  const step = 10n ** BigInt(Math.max(decimals - READ_DIGITS, 0));
  if (amountBaseUnits < step) return amountBaseUnits;
  const rest = amountBaseUnits % step;
  return amountBaseUnits - rest + (rounding === 'up' && rest > 0n ? step : 0n);
}
