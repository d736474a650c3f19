import { mulDivFloor } from '../amount.ts';
import { ONE } from '../token-decimals.ts';
import { BASIS_POINTS } from '../basis-points.ts';

/** The amount spent in the worked example, in USDT base units. */
export const EXAMPLE_SPENT = 1_000n * ONE;

/** The bonus of a purchase at a rate in basis points, before the cap; rounded down, as the provider pays it. */
export function exampleBonus(spentBaseUnits: bigint, rate: number): bigint {
  return mulDivFloor(spentBaseUnits, BigInt(rate), BASIS_POINTS);
}
