import { mulDivCeil } from './amount.ts';

/** The whole, in the unit of rates and shares: a basis point is a hundredth of a percent. */
export const BASIS_POINTS = 10_000n;

/** A fee's rate after a discount, in whole basis points, rounded up. */
export function discountedRate(rate: number, discount: number): number {
  return Number(mulDivCeil(BigInt(rate), BASIS_POINTS - BigInt(discount), BASIS_POINTS));
}
