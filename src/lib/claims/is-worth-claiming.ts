/** A hundredth of a token. */
const LEAST = 10n ** 16n;

/** Whether an amount, in 10⁻¹⁸ tokens, is offered to be claimed: what grows by the second need not be offered from its first grain. */
export function isWorthClaiming(amount: bigint): boolean {
  return amount >= LEAST;
}
