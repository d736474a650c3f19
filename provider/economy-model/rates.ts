import { fromDecimalString, mulDivCeil, mulDivFloor } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import { stakedRate } from '../../src/lib/staking-accrual.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { Economy } from '../economy.ts';
import { fromTokens } from '../token-amounts.ts';

/** USDT per token, with 18 decimals. */
export interface Prices18 {
  juf18: bigint;
  ju18: bigint;
}

/** An exact quotient of integers; `over` 0 means a price of nothing. */
export interface Ratio {
  of: bigint;
  over: bigint;
}

export const FINDING_KINDS = {
  BONUSES_EXCEED_ROLE_PRICE: 'SPLITTING',
  BONUSES_NEVER_PAID: 'ODD',
  PRIVILEGES_FOR_NOTHING: 'GAIN',
  PRIVILEGES_PAY_BACK_LATE: 'LOSS',
  PRIVILEGES_OUTYIELD_STAKING: 'SPLITTING',
  PRIVILEGES_CHEAPER_SPLIT: 'SPLITTING',
  VOTES_FOR_NOTHING: 'GAIN',
  VOTES_CHEAPER_THAN_PACKAGES: 'ODD',
  TURBO_COSTS_MORE_THAN_IT_RETURNS: 'LOSS',
  TURBO_EARNS_MORE_SPLIT: 'SPLITTING',
  TURBO_OUTYIELDS_LONG_STAKES: 'ODD',
  DISCOUNT_OUTYIELDS_STAKING: 'ODD',
  STAKES_EARN_MORE_SPLIT: 'SPLITTING',
  SHORT_STAKES_EARN_MORE: 'ODD',
  LEVELS_SAVE_LESS_HIGHER: 'LOSS',
} as const satisfies Record<string, FindingKind>;

/** Something for nothing exceeds everything except another such ratio. */
export function exceeds(a: Ratio, b: Ratio): boolean {
  if (a.of === 0n) return false;
  if (a.over === 0n) return b.of === 0n || b.over !== 0n;
  return b.over !== 0n && a.of * b.over > b.of * a.over;
}

export function greatest(ratios: readonly Ratio[]): Ratio | undefined {
  return ratios.reduce<Ratio | undefined>((best, ratio) => (best === undefined || exceeds(ratio, best) ? ratio : best), undefined);
}

export function least(ratios: readonly Ratio[]): Ratio | undefined {
  return ratios.reduce<Ratio | undefined>((best, ratio) => (best === undefined || exceeds(best, ratio) ? ratio : best), undefined);
}

/** With four decimals, truncated. */
export function inWords({ of, over }: Ratio): string {
  if (over === 0n) return of === 0n ? '0' : 'any amount';
  const scaled = (of * 10_000n) / over;
  const fraction = (scaled % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return `${scaled / 10_000n}${fraction === '' ? '' : `.${fraction}`}`;
}

export function percent({ of, over }: Ratio): string {
  return over === 0n ? 'without bound' : `${inWords({ of: of * 100n, over })} %`;
}

/** What a member who has paid and earned this much can still earn in bonuses, in USDT base units. */
export function bonusAllowance({ bonuses }: Pick<Economy, 'bonuses'>, paidForRoles: bigint, earned: bigint): bigint {
  return allowanceLeft(mulDivFloor(paidForRoles, BigInt(bonuses.capRate), BASIS_POINTS), earned);
}

export function allowanceLeft(most: bigint, earned: bigint): bigint {
  return most > earned ? most - earned : 0n;
}

type Role = Economy['roles'][number];

/** A role's price minus as much of it as bonuses from own accounts' purchases can return, in USDT base units; negative if they return more. */
export function roleNetPrice(economy: Economy, role: Role): bigint {
  const price = rolePriceOf(role);
  return price - bonusAllowance(economy, price, 0n);
}

export function rolePriceOf({ priceUsdt }: Role): bigint {
  return fromTokens(priceUsdt, 'USDT');
}

/** Roles that can be bought: a free one brings no privileges, votes or bonuses. */
export function rolesOnSale({ roles }: Economy): Role[] {
  return roles.filter((role) => rolePriceOf(role) > 0n);
}

type Tier = Economy['staking']['tiers'][number];

/**
 * The best yearly rate, in basis points, that staking pays for an amount of JUF, or for any amount if none is given. An amount below the lowest tier counts
 * as of that tier, because it can be staked together with others.
 */
export function bestStakeRate({ staking }: Economy, jufBaseUnits?: bigint): bigint {
  const lowest = staking.tiers.map(minOf).reduce((least, each) => (each < least ? each : least));
  const reached = staking.tiers.filter((tier) => jufBaseUnits === undefined || minOf(tier) <= jufBaseUnits || minOf(tier) === lowest);
  const rates = reached.flatMap(({ multiplier }) => staking.periods.map(({ apr }) => stakedRate(BigInt(apr), BigInt(multiplier))));
  return rates.reduce((best, rate) => (rate > best ? rate : best), 0n);
}

function minOf({ minJuf }: Tier): bigint {
  return fromTokens(minJuf, 'JUF');
}

type Turbo = Economy['staking']['turbo'];

const DAYS_A_YEAR = 365n;
const SIGNIFICANT_DIGITS = 3;

/**
 * The price of one unit per started `perJuf` of a stake, in JU base units: a share of what it returns over its whole duration at these prices, rounded up to
 * three significant digits for readability, and never less than the minimum price.
 */
export function turboUnitPrice(turbo: Turbo, { juf18, ju18 }: Prices18): bigint {
  const perJuf = fromTokens(turbo.perJuf, 'JUF');
  const returned = perJuf * BigInt(turbo.boostPerUnit) * BigInt(turbo.durationDays) * juf18;
  const price = mulDivCeil(returned, BigInt(turbo.costRate), BASIS_POINTS * DAYS_A_YEAR * BASIS_POINTS * ju18);
  const rounded = roundUp(price);
  const least = leastTurboUnitPrice(turbo);
  return rounded > least ? rounded : least;
}

export function leastTurboUnitPrice({ juPerUnit }: Turbo): bigint {
  return fromTokens(juPerUnit, 'JU');
}

function roundUp(price: bigint): bigint {
  const step = 10n ** BigInt(Math.max(price.toString().length - SIGNIFICANT_DIGITS, 0));
  return mulDivCeil(price, 1n, step) * step;
}

/** Votes (units of JU power) per USDT spent or invested. */
export interface VoteRate {
  name: string;
  term: string;
  rate: Ratio;
}

const ONE = 10n ** 18n;
const USDT = 10n ** BigInt(tokenDecimals.USDT);

/** For money that stays the member's: packages, or, if none gives power, a stake of bought JUF. */
export function votesOfCapital({ treasury, staking }: Economy, { juf18 }: Prices18): VoteRate[] {
  const packages = treasury.packages.map(({ code, powerPerJuf, discountRate }): VoteRate => ({
    name: `the package ${code}`,
    term: `treasury.packages.${code}.powerPerJuf`,
    rate: { of: fromDecimalString(powerPerJuf, 18) * BASIS_POINTS, over: juf18 * (BASIS_POINTS - BigInt(discountRate)) },
  }));
  const withPower = packages.filter(({ rate }) => rate.of > 0n);
  if (withPower.length > 0) return withPower;
  return staking.tiers.map(({ code, multiplier }) => ({
    name: `a stake of tier ${code}`,
    term: `staking.tiers.${code}.multiplier`,
    rate: { of: BigInt(multiplier) * ONE, over: BASIS_POINTS * juf18 },
  }));
}

/** For money that is spent: points, and roles minus what own purchases return of their price. */
export function votesOfSpending(economy: Economy): VoteRate[] {
  const { power, score } = economy;
  const price = fromTokens(score.pricePerPointUsdt, 'USDT');
  const points: VoteRate = {
    name: 'points',
    term: 'power.pointsPerPower',
    rate: { of: power.maxFromScore === 0 ? 0n : USDT, over: price * BigInt(power.pointsPerPower) },
  };
  const roles = rolesOnSale(economy).map((role): VoteRate => {
    const net = roleNetPrice(economy, role);
    return {
      name: `the role ${role.code}`,
      term: 'power.perRoleRank',
      rate: { of: BigInt(role.rank) * BigInt(power.perRoleRank) * USDT, over: net > 0n ? net : 0n },
    };
  });
  return [points, ...roles];
}

/** What the package with the fewest votes gives per USDT: spending may not give more. */
export function leastVotesOfCapital(economy: Economy, prices: Prices18): Ratio {
  return least(votesOfCapital(economy, prices).map(({ rate }) => rate)) ?? { of: 0n, over: 1n };
}

/**
 * What is wrong with it: several accounts get more than one would, somebody gets more than it costs, nobody can get back what it costs, or one offer makes
 * another pointless though nobody takes out more than was put in.
 */
export type FindingKind = 'SPLITTING' | 'GAIN' | 'LOSS' | 'ODD';

export type FindingCode = keyof typeof FINDING_KINDS;

/** A way to take out more than was put in, an offer that can't be worth its price, or a promise that is never kept. */
export interface Finding {
  code: FindingCode;
  what: string;
  /** The gain, in words an operator can check. */
  gain: string;
  /** Paths of the terms that cause it. */
  terms: readonly string[];
}

type Benefit = 'BONUSES' | 'PRIVILEGES' | 'VOTES' | 'TURBO' | 'DISCOUNTS' | 'STAKING' | 'INSURANCE' | 'FEES';

/** The result of the best plan of a person with any number of accounts for one benefit, at constant prices. */
export interface Assessment {
  benefit: Benefit;
  /** The cheapest way to get it. */
  plan: string;
  brings: string;
  findings: readonly Finding[];
}
