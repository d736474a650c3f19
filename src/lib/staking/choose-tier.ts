import type { DataOf } from '../api/contract/define-call.ts';
import type { stakingPosition, turboCharge } from '../api/contract/staking-position.ts';
import type { stakingInfo } from '../api/contract/staking.ts';
import type { z } from '../api/contract/zod.ts';

/** The highest tier an amount reaches, in any order of the list; undefined below the lowest. */
export function chooseTier(tiers: readonly StakingTier[], amountBaseUnits: bigint): StakingTier | undefined {
  return tiers
    .filter(({ minAmount }) => minAmount <= amountBaseUnits)
    .toSorted((a, b) => (a.minAmount < b.minAmount ? -1 : 1))
    .at(-1);
}

/** The minimum stake; null without tiers. */
export function smallestStake(tiers: readonly StakingTier[]): bigint | null {
  const [first, ...others] = tiers.map(({ minAmount }) => minAmount);
  return first === undefined ? null : others.reduce((least, minimum) => (minimum < least ? minimum : least), first);
}

export type StakingPosition = z.output<typeof stakingPosition>;
export type TurboCharge = z.output<typeof turboCharge>;

type StakingInfo = DataOf<typeof stakingInfo>;
export type StakingTier = StakingInfo['tierList'][number];
export type StakingPeriod = StakingInfo['periodList'][number];
export type TurboTerms = StakingInfo['turboChargeInfo'];
