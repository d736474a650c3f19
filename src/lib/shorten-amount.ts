import { TOKEN_DECIMALS } from './token-decimals.ts';

/** Digits after the separator that a person reads in a sentence or on a button. */
const READ_DIGITS = 6;

/** Drops digits too small to read, rounding down; never to zero. */
export function shortenAmount(amountBaseUnits: bigint, decimals = TOKEN_DECIMALS): bigint {
  const step = 10n ** BigInt(Math.max(decimals - READ_DIGITS, 0));
  return amountBaseUnits < step ? amountBaseUnits : amountBaseUnits - (amountBaseUnits % step);
}
