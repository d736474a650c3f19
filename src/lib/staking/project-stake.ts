import { accruedRoi, greatestRoi, stakedRate, type StakingFacts, type TurboFacts } from '../staking-accrual.ts';
import type { StakingPeriod, StakingTier, TurboTerms } from './choose-tier.ts';

export interface StakePlan {
  amountBaseUnits: bigint;
  period: StakingPeriod;
  tier: StakingTier;
  turbo: TurboTerms;
  /** Charged at once, and again each time they end, as long as possible. */
  units: number;
}

export interface ProjectionPoint {
  day: number;
  plainBaseUnits: bigint;
  turboBaseUnits: bigint;
}

export interface Projection {
  /** Basis points per year, without turbo. */
  rate: number;
  /** How often the units are charged. */
  charges: number;
  plainBaseUnits: bigint;
  turboBaseUnits: bigint;
  /** The projected return from start to maturity; whole days, with exact ends. */
  points: readonly ProjectionPoint[];
  /** Fewer days, for the table. */
  rows: readonly ProjectionPoint[];
}

const DAY_MS = 86_400_000n;
const MOST_POINTS = 120;
const ROWS = 4;

/** Projects a stake's return with and without turbo, using the same function the provider pays by. */
export function projectStake({ amountBaseUnits, period, tier, turbo, units }: StakePlan): Projection {
  const { days } = period;
  const rate = stakedRate(BigInt(period.apr), BigInt(tier.multiplier));
  const plain: StakingFacts = { amountBaseUnits, rate, days: BigInt(days), startedAtMs: 0n, charges: [] };
  const charges = units === 0 ? 0 : chargesWithin(days, turbo.durationDays);
  const charged = { ...plain, charges: repeatCharge(charges, BigInt(units * turbo.boostPerUnit), BigInt(turbo.durationDays)) };
  const at = (day: number): ProjectionPoint => ({
    day,
    plainBaseUnits: accruedRoi(plain, BigInt(day) * DAY_MS),
    turboBaseUnits: accruedRoi(charged, BigInt(day) * DAY_MS),
  });
  return {
    rate: Number(rate),
    charges,
    plainBaseUnits: greatestRoi(plain),
    turboBaseUnits: greatestRoi(charged),
    points: daysEvery(days, Math.ceil(days / MOST_POINTS)).map(at),
    rows: Array.from({ length: ROWS }, (_, row) => Math.round((days * (row + 1)) / ROWS)).map(at),
  };
}

/** A charge has to end before maturity and starts some moments after the stake, so one that takes the whole term never fits. */
function chargesWithin(days: number, durationDays: number): number {
  return Math.ceil(days / durationDays) - 1;
}

function repeatCharge(times: number, boost: bigint, durationDays: bigint): TurboFacts[] {
  return Array.from({ length: times }, (_, index) => ({
    boost,
    startedAtMs: BigInt(index) * durationDays * DAY_MS,
    endsAtMs: BigInt(index + 1) * durationDays * DAY_MS,
  }));
}

function daysEvery(days: number, step: number): number[] {
  const marks = Array.from({ length: Math.ceil(days / step) }, (_, index) => index * step);
  return [...marks, days];
}
