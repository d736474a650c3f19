/** A hundredth of a token. */
const LEAST = 10n ** 16n;

/** Whether an amount, in 10⁻¹⁸ tokens, is worth offering: what grows every second isn't offered from the first base unit. */
export function isWorthClaiming(amount: bigint): boolean {
  return amount >= LEAST;
}
