import { fromDecimalString } from '../amount.ts';
import type { StakingTier } from './staking-types.ts';

/** The highest tier an amount reaches, in any order of the list; undefined below the lowest. */
export function chooseTier(tiers: readonly StakingTier[], amountBaseUnits: bigint): StakingTier | undefined {
  return tiers
    .filter(({ minAmount }) => fromDecimalString(minAmount) <= amountBaseUnits)
    .toSorted((a, b) => (fromDecimalString(a.minAmount) < fromDecimalString(b.minAmount) ? -1 : 1))
    .at(-1);
}

/** The minimum stake; null without tiers. */
export function smallestStake(tiers: readonly StakingTier[]): bigint | null {
  const [first, ...others] = tiers.map(({ minAmount }) => fromDecimalString(minAmount));
  return first === undefined ? null : others.reduce((least, minimum) => (minimum < least ? minimum : least), first);
}
