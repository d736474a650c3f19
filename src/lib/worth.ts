import { mulDivCeil, mulDivFloor } from './amount.ts';
import { ONE } from './token-decimals.ts';
import { BASIS_POINTS, discountedRate } from './basis-points.ts';
import { stakedRate } from './staking-accrual.ts';

/**
 * What is bought against what it brings, at prices and terms that stand still. What it brings is rounded down and what it costs up, so that no line promises
 * more than is paid.
 */
const DAYS_A_YEAR = 365n;

interface RoleFacts {
  /** What is paid for it, in 10⁻¹⁸ USDT, as all amounts here. */
  price: bigint;
  /** What its privileges give beyond those of the role until now, in 10⁻¹⁸ JUF. */
  addedJuf: bigint;
  everyDays: number;
  juf18: bigint;
}

/** What a role’s privileges bring in a year in USDT, and after how many days they have brought its price; null if they never do. */
export function roleWorth({ price, addedJuf, everyDays, juf18 }: RoleFacts): { yearly: bigint; paysBackDays: bigint | null } {
  const each = addedJuf > 0n ? mulDivFloor(addedJuf, juf18, ONE) : 0n;
  return {
    yearly: mulDivFloor(each, DAYS_A_YEAR, BigInt(everyDays)),
    // Privileges come whole, so the price is back only with the last of them.
    paysBackDays: each === 0n ? null : mulDivCeil(price, 1n, each) * BigInt(everyDays),
  };
}

interface PointsFacts {
  score: number;
  points: number;
  cost: bigint;
  feeRate: number;
  /** Rising. */
  levels: readonly { level: number; from: number; feeDiscount: number }[];
}

export type PointsWorth =
  /** `saved`: in USDT for each 1,000 sent. `sent`: after how much the points are paid back. */
  | { kind: 'SAVES'; level: number; saved: bigint; sent: bigint; rates: { before: number; after: number } }
  /** `next`: the level that would, null on the highest. */
  | { kind: 'SAVES_NOTHING'; next: { level: number; from: number } | null };

export function pointsWorth({ score, points, cost, feeRate, levels }: PointsFacts): PointsWorth {
  const rateOf = (feeDiscount: number): number => discountedRate(feeRate, feeDiscount);
  const [now, then] = [score, score + points].map((held) => levels.findLast(({ from }) => from <= held));
  const before = rateOf(now?.feeDiscount ?? 0);
  const after = rateOf(then?.feeDiscount ?? 0);
  if (then === undefined || after >= before) {
    return {
      kind: 'SAVES_NOTHING',
      next: levels.find(({ from, feeDiscount }) => from > score + points && rateOf(feeDiscount) < before) ?? null,
    };
  }
  const savedRate = BigInt(before - after);
  return {
    kind: 'SAVES',
    level: then.level,
    saved: mulDivFloor(1_000n * ONE, savedRate, BASIS_POINTS),
    sent: mulDivCeil(cost, BASIS_POINTS, savedRate),
    rates: { before, after },
  };
}

interface PackageFacts {
  /** What the purchase brings. */
  juf: bigint;
  /** What is paid, with the insurance if there is one, in units of 10⁻¹⁸ USDT. */
  paid: bigint;
  /** The market price, before any discount. */
  price18: bigint;
  exchangeFee: number;
  vestingDays: number;
  periods: readonly { days: number; apr: number }[];
  tiers: readonly { least: bigint; multiplier: number }[];
}

export interface PackageWorth {
  /** What a swap would bring now at the same price, after the exchange’s fee. */
  swapped: bigint;
  /** That, staked for the longest period that ends no later than the vesting; null if that isn’t possible. */
  staked: { juf: bigint; days: number } | null;
  /** More than the better of the two brings; negative if less. */
  gain: bigint;
}

export function packageWorth({ juf, paid, price18, exchangeFee, vestingDays, periods, tiers }: PackageFacts): PackageWorth {
  const swapped = mulDivFloor(paid, (BASIS_POINTS - BigInt(exchangeFee)) * ONE, BASIS_POINTS * price18);
  const period = periods.filter(({ days }) => days <= vestingDays).toSorted((a, b) => b.days - a.days)[0];
  const tier = tiers.filter(({ least }) => least <= swapped).toSorted((a, b) => b.multiplier - a.multiplier)[0];
  if (period === undefined || tier === undefined) return { swapped, staked: null, gain: juf - swapped };
  const rate = stakedRate(BigInt(period.apr), BigInt(tier.multiplier));
  const staked = swapped + mulDivFloor(swapped, rate * BigInt(period.days), BASIS_POINTS * DAYS_A_YEAR);
  return { swapped, staked: { juf: staked, days: period.days }, gain: juf - staked };
}

/** How far the price has to fall, in basis points, until insurance pays what it cost, for JUF of which nothing is claimed. */
export function insuredFall({ amount, premium }: { amount: bigint; premium: bigint }): number {
  return Number(mulDivCeil(premium, BASIS_POINTS, amount));
}
