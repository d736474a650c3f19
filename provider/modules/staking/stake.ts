import { accruedRoi, effectiveRate, isCharged, stakedRate, type StakingFacts } from '../../../src/lib/staking-accrual.ts';
import type { StakingRow, TurboRow } from './schema.ts';

/** A stake with all the charges it ever had. */
export interface Stake {
  row: StakingRow;
  charges: readonly TurboRow[];
}

export type StakingStatus = 'ACTIVE' | 'MATURED' | 'WITHDRAWN';

export function statusOf({ withdrawnAt, maturesAt }: Pick<StakingRow, 'withdrawnAt' | 'maturesAt'>, now: Date): StakingStatus {
  if (withdrawnAt !== null) return 'WITHDRAWN';
  return now < maturesAt ? 'ACTIVE' : 'MATURED';
}

export function factsOf({ row, charges }: Stake): StakingFacts {
  return {
    amountBaseUnits: row.amount,
    rate: stakedRate(BigInt(row.apr), BigInt(row.multiplier)),
    days: BigInt(row.days),
    startedAtMs: milliseconds(row.startedAt),
    charges: charges.map(({ boost, startedAt, endsAt }) => ({
      boost: BigInt(boost),
      startedAtMs: milliseconds(startedAt),
      endsAtMs: milliseconds(endsAt),
    })),
  };
}

/** To date, claimed or not. Never less than was claimed, although clocks of processes differ. */
export function accruedOf(stake: Stake, now: Date): bigint {
  const accrued = accruedRoi(factsOf(stake), milliseconds(now));
  return accrued > stake.row.claimedRoi ? accrued : stake.row.claimedRoi;
}

export function claimableOf(stake: Stake, now: Date): bigint {
  return accruedOf(stake, now) - stake.row.claimedRoi;
}

/** In basis points. */
export function effectiveAprOf(stake: Stake, now: Date): number {
  return Number(effectiveRate(factsOf(stake), milliseconds(now)));
}

export function activeCharges({ charges }: Stake, now: Date): TurboRow[] {
  return charges.filter((charge) => isActive(charge, now));
}

export function isActive({ startedAt, endsAt }: Pick<TurboRow, 'startedAt' | 'endsAt'>, now: Date): boolean {
  return isCharged({ startedAtMs: milliseconds(startedAt), endsAtMs: milliseconds(endsAt) }, milliseconds(now));
}

function milliseconds(moment: Date): bigint {
  return BigInt(moment.getTime());
}
