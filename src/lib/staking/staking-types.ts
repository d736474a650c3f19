import type { DataOf } from '../api/contract/define-call.ts';
import type { stakingInfo } from '../api/contract/staking.ts';
import type { stakingPosition, turboCharge } from '../api/contract/staking-position.ts';
import type { z } from '../api/contract/zod.ts';

export type StakingPosition = z.output<typeof stakingPosition>;
export type TurboCharge = z.output<typeof turboCharge>;

type StakingInfo = DataOf<typeof stakingInfo>;
export type StakingTier = StakingInfo['tierList'][number];
export type StakingPeriod = StakingInfo['periodList'][number];
export type TurboTerms = StakingInfo['turboChargeInfo'];

/** Decimals of JUF and JU. */
