import { BASIS_POINTS } from '../basis-points.ts';
import { greatestRoi, stakedRate } from '../staking-accrual.ts';
import { chooseTier, type StakingPeriod, type StakingTier } from './choose-tier.ts';

export interface StakeQuote {
  amountBaseUnits: bigint;
  period: StakingPeriod;
  tier: StakingTier;
  /** Basis points per year, including the tier's multiplier. */
  rate: number;
  /** Return until maturity without turbo: the amount reserved for it. */
  returnsBaseUnits: bigint;
}

/** The terms an amount would be staked at; null below the lowest tier. */
export function quoteStake(amountBaseUnits: bigint, period: StakingPeriod, tiers: readonly StakingTier[]): StakeQuote | null {
  const tier = chooseTier(tiers, amountBaseUnits);
  if (tier === undefined) return null;
  const rate = stakedRate(BigInt(period.apr), BigInt(tier.multiplier));
  const facts = { amountBaseUnits, rate, days: BigInt(period.days), startedAtMs: 0n, charges: [] };
  return { amountBaseUnits, period, tier, rate: Number(rate), returnsBaseUnits: greatestRoi(facts) };
}

/** Formats a factor given in basis points, without unnecessary digits: `1.25`, `1,25`. */
export function formatMultiplier(basisPoints: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(basisPoints / Number(BASIS_POINTS));
}
