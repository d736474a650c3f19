import { mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';

/** The amount spent in the worked example, in USDT base units. */
export const EXAMPLE_SPENT = 1_000n * 10n ** BigInt(TOKEN_DECIMALS);

/** The bonus of a purchase at a rate in basis points, before the cap; rounded down, as the provider pays it. */
export function exampleBonus(spentBaseUnits: bigint, rate: number): bigint {
  return mulDivFloor(spentBaseUnits, BigInt(rate), BASIS_POINTS);
}
