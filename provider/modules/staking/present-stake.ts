import { toDecimalString } from '../../../src/lib/amount.ts';
import type { stakingPosition, turboCharge } from '../../../src/lib/api/contract/staking-position.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { TurboRow } from './schema.ts';
import { accruedOf, activeCharges, effectiveAprOf, isActive, type Stake, statusOf } from './stake.ts';
import { nameTier } from './staking-offer.ts';

export type StakingPosition = z.output<typeof stakingPosition>;
export type TurboChargeView = z.output<typeof turboCharge>;

export function formatJuf(amountBaseUnits: bigint): string {
  return toDecimalString(amountBaseUnits, tokenDecimals.JUF);
}

export function formatJu(amountBaseUnits: bigint): string {
  return toDecimalString(amountBaseUnits, tokenDecimals.JU);
}

/** `turboEndsAt` is when the last active charge ends. After maturity `effectiveApr` is what the stake earned without turbo. */
export function presentStake(stake: Stake, now: Date): StakingPosition {
  const { row } = stake;
  const active = activeCharges(stake, now);
  const ends = active.map(({ endsAt }) => endsAt.getTime());
  return {
    id: row.id,
    amount: formatJuf(row.amount),
    tier: nameTier(row.tierCode),
    days: row.days,
    apr: row.apr,
    effectiveApr: effectiveAprOf(stake, now),
    startedAt: row.startedAt.toISOString(),
    maturesAt: row.maturesAt.toISOString(),
    accruedRoi: formatJuf(accruedOf(stake, now)),
    claimedRoi: formatJuf(row.claimedRoi),
    turboUnits: active.reduce((sum, { units }) => sum + units, 0),
    turboEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    status: statusOf(row, now),
  };
}

export function presentCharge(charge: TurboRow, now: Date): TurboChargeView {
  return {
    id: charge.id,
    stakingId: charge.stakingId,
    units: charge.units,
    paid: formatJu(charge.paid),
    boost: charge.boost,
    startedAt: charge.startedAt.toISOString(),
    endsAt: charge.endsAt.toISOString(),
    status: isActive(charge, now) ? 'ACTIVE' : 'ENDED',
  };
}
