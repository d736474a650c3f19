import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import { TOKEN_DECIMALS, tokenDecimals } from '../../src/lib/token-decimals.ts';
import { roleWorth } from '../../src/lib/worth.ts';
import type { Economy } from '../economy.ts';
import { fromTokens, inTokens } from '../token-amounts.ts';
import {
  type Assessment,
  bestStakeRate,
  bonusAllowance,
  exceeds,
  type Finding,
  greatest,
  inWords,
  leastVotesOfCapital,
  percent,
  type Prices18,
  type Ratio,
  roleNetPrice,
  rolePriceOf,
  rolesOnSale,
  turboUnitPrice,
  votesOfCapital,
  votesOfSpending,
} from './rates.ts';

/**
 * What a person with any number of accounts can gain from each benefit at constant prices, and which of it is arbitrage. For any terms accepted by
 * `validateEconomy`, and any prices above zero.
 */
export function assessEconomy(economy: Economy, prices: Prices18): Assessment[] {
  if (prices.juf18 <= 0n || prices.ju18 <= 0n) throw new RangeError('a price above zero is needed for each of JUF and JU');
  return [
    assessBonuses(economy),
    assessPrivileges(economy, prices),
    assessVotes(economy, prices),
    assessTurbo(economy, prices),
    assessDiscounts(economy),
    assessStaking(economy),
    assessInsurance(economy),
    assessFees(economy),
  ];
}

/**
 * Each account's bonuses are at most `capRate` of what it paid for roles, so those of any set of accounts are at most `capRate` of what the set paid,
 * whoever owns the uplines and whatever they sell each other.
 */
function assessBonuses(economy: Economy): Assessment {
  const { capRate } = economy.bonuses;
  const exceeding = rolesOnSale(economy).find((role) => roleNetPrice(economy, role) < 0n);
  const findings: Finding[] = [];
  if (exceeding !== undefined) {
    const price = rolePriceOf(exceeding);
    findings.push({
      code: 'BONUSES_EXCEED_ROLE_PRICE',
      what: `Whoever buys ${exceeding.code} and then buys from accounts of their own below it earns more than the role cost.`,
      gain: `${inTokens(bonusAllowance(economy, price, 0n) - price, 'USDT')} USDT for each ${exceeding.code}`,
      terms: ['bonuses.capRate'],
    });
  }
  for (const role of economy.roles) {
    if (capRate > 0 && rolePriceOf(role) > 0n) continue;
    if (role.bonusRates.every((rate) => rate === 0)) continue;
    findings.push({
      code: 'BONUSES_NEVER_PAID',
      what: `${role.code} states bonus rates, but what it may earn is ${percent({ of: BigInt(capRate), over: BASIS_POINTS })} of ${role.priceUsdt} USDT.`,
      gain: 'none: a promise that is not kept',
      terms: [`roles.${role.rank}.bonusRates`, 'bonuses.capRate'],
    });
  }
  return {
    benefit: 'BONUSES',
    plan: 'uplines of one’s own with roles, and purchases below them',
    brings: `${percent({ of: BigInt(capRate), over: BASIS_POINTS })} of what the roles cost, at most`,
    findings,
  };
}

type Role = Economy['roles'][number];

const DAYS_A_YEAR = 365n;
/** Hardly anybody waits longer for a price that isn’t refunded. */
const MOST_DAYS_TO_PAY_BACK = 5n * DAYS_A_YEAR;
/** Divisor that turns JUF times a price into USDT. */
const VALUE_DIVISOR = 10n ** BigInt(tokenDecimals.JUF + 18 - tokenDecimals.USDT);

/**
 * Privileges are paid for life, for a price that isn't refunded. They have to bring it back in a time that somebody would wait for, but not sooner by
 * splitting than by waiting: with all that bonuses from own accounts return of the price, a role may not give back more in the time of the longest stake
 * than that stake of the same money, capital included.
 */
function assessPrivileges(economy: Economy, prices: Prices18): Assessment {
  const roles = rolesOnSale(economy).filter((role) => jufOf(role) > 0n);
  const slowest = roles.map((role) => daysToPayBack(role, prices)).reduce((most, days) => (isLater(days, most) ? days : most), 0n);
  const split = greatest(roles.map((role) => againstStake(economy, role, prices))) ?? { of: 0n, over: 1n };
  return {
    benefit: 'PRIVILEGES',
    plan: 'the role that gives most JUF for its price, and purchases from own accounts until their bonuses are at its cap',
    brings: `its price after ${inDays(slowest)} at most, which have to be ${MOST_DAYS_TO_PAY_BACK} or fewer; split, ${percent(split)} of what a stake gives back in ${longestDays(economy)} days, which has to be 100 % at most`,
    findings: [...roles.flatMap((role) => judgePrivileges(economy, role, prices)), ...findCheaperSplit(roles)],
  };
}

function judgePrivileges(economy: Economy, role: Role, prices: Prices18): Finding[] {
  const terms = [`roles.${role.rank}.privilege.juf`, `roles.${role.rank}.priceUsdt`];
  const withCap = [...terms, 'bonuses.capRate'];
  if (roleNetPrice(economy, role) <= 0n) {
    const what = `Bonuses from own purchases bring back all that ${role.code} costs, and its privileges go on.`;
    return [
      { code: 'PRIVILEGES_FOR_NOTHING', what, gain: `${role.privilege.juf} JUF every ${role.privilege.everyDays} days`, terms: withCap },
    ];
  }
  const found: Finding[] = [];
  const days = daysToPayBack(role, prices);
  if (isLater(days, MOST_DAYS_TO_PAY_BACK))
    found.push({
      code: 'PRIVILEGES_PAY_BACK_LATE',
      what: `The JUF of ${role.code}’s privileges bring back what the role costs too late for anybody to wait for it.`,
      gain: `the price after ${inDays(days)}, where ${MOST_DAYS_TO_PAY_BACK} are the most`,
      terms,
    });
  const split = againstStake(economy, role, prices);
  if (exceeds(split, { of: 1n, over: 1n }))
    found.push({
      code: 'PRIVILEGES_OUTYIELD_STAKING',
      what: `With bonuses from own accounts, ${role.code} gives back more in ${longestDays(economy)} days than a stake of what it costs.`,
      gain: `${percent(split)} of what the stake gives back`,
      terms: withCap,
    });
  return found;
}

/** Null if they never do: the privileges are worth nothing. */
function daysToPayBack(role: Role, { juf18 }: Prices18): bigint | null {
  const price = rolePriceOf(role) * 10n ** BigInt(TOKEN_DECIMALS - tokenDecimals.USDT);
  return roleWorth({ price, addedJuf: jufOf(role), everyDays: role.privilege.everyDays, juf18 }).paysBackDays;
}

function isLater(days: bigint | null, than: bigint | null): boolean {
  return than !== null && (days === null || days > than);
}

function inDays(days: bigint | null): string {
  return days === null ? 'no number of days' : `${days} days`;
}

/** All that comes of a role in the time of the longest stake, divided by what such a stake of its price gives back. */
function againstStake(economy: Economy, role: Role, { juf18 }: Prices18): Ratio {
  const price = rolePriceOf(role);
  const days = longestDays(economy);
  const privileges = jufOf(role) * juf18 * (days / BigInt(role.privilege.everyDays));
  const rate = bestStakeRate(economy, juf18 === 0n ? 0n : (price * VALUE_DIVISOR) / juf18);
  const aYear = BASIS_POINTS * DAYS_A_YEAR;
  return {
    of: ((price - roleNetPrice(economy, role)) * VALUE_DIVISOR + privileges) * aYear,
    over: price * VALUE_DIVISOR * (aYear + rate * days),
  };
}

function longestDays({ staking }: Economy): bigint {
  return BigInt(Math.max(...staking.periods.map(({ days }) => days)));
}

/** Several accounts with a cheap role must not receive more JUF than one with the expensive role of the same total price. */
function findCheaperSplit(roles: readonly Role[]): Finding[] {
  return roles.flatMap((dear) => {
    const cheap = roles.find((role) => role.rank < dear.rank && exceeds(perPrice(role), perPrice(dear)));
    if (cheap === undefined) return [];
    return [
      {
        code: 'PRIVILEGES_CHEAPER_SPLIT' as const,
        what: `Accounts with ${cheap.code} are given more JUF than one with ${dear.code} for the same price.`,
        gain: `${inWords(perPrice(cheap))} JUF for each USDT, instead of ${inWords(perPrice(dear))}`,
        terms: [`roles.${cheap.rank}.privilege.juf`, `roles.${dear.rank}.privilege.juf`],
      },
    ];
  });
}

function perPrice(role: Role): Ratio {
  return { of: jufOf(role) * 10n ** BigInt(tokenDecimals.USDT), over: rolePriceOf(role) * 10n ** BigInt(tokenDecimals.JUF) };
}

function jufOf({ privilege }: Role): bigint {
  return fromTokens(privilege.juf, 'JUF');
}

/**
 * Power adds up over accounts, so everybody can have the cheapest votes. Votes from capital cost nothing lasting and follow wealth, which is JU power's
 * purpose. No way of spending may give more per USDT than the package that gives least.
 */
function assessVotes(economy: Economy, prices: Prices18): Assessment {
  const bound = leastVotesOfCapital(economy, prices);
  const findings = votesOfSpending(economy)
    .filter(({ rate }) => exceeds(rate, bound))
    .map(({ name, term, rate }): Finding => ({
      code: rate.over === 0n ? 'VOTES_FOR_NOTHING' : 'VOTES_CHEAPER_THAN_PACKAGES',
      what: `Votes are cheaper by ${name} than in the package that gives fewest for its price.`,
      gain: `${inWords(rate)} votes for each USDT, instead of ${inWords(bound)}`,
      terms: [term],
    }));
  const most = greatest(votesOfCapital(economy, prices).map(({ rate }) => rate));
  return {
    benefit: 'VOTES',
    plan: 'the package with most power for its price, unclaimed',
    brings: `${most === undefined ? '0' : inWords(most)} votes for each USDT, which stays one’s own`,
    findings,
  };
}

/**
 * A unit on a whole multiple of `perJuf`, where rounding favours the member most. It has to be worth its price, and what it brings beyond that is a return for
 * locked JUF like a stake's own: so it may neither favour small stakes, as of which one has several, nor make a short one earn more than a long one.
 */
function assessTurbo({ staking }: Economy, prices: Prices18): Assessment {
  const { turbo } = staking;
  const returned = turboReturn(turbo, prices);
  return {
    benefit: 'TURBO',
    plan: `turbo on a stake of a multiple of ${turbo.perJuf} JUF`,
    brings: `${percent(returned)} of what it costs; it has to be 100 % at least, and with all its turbo no small stake may earn more than a large one, nor a short one more than a long one`,
    findings: [...findTurboLoss(returned), ...findTurboSplit(staking, returned), ...findTurboShort(staking, returned)],
  };
}

/** The value of what a unit returns in total, divided by its cost. */
function turboReturn(turbo: Economy['staking']['turbo'], prices: Prices18): Ratio {
  const perJuf = fromTokens(turbo.perJuf, 'JUF');
  return {
    of: perJuf * BigInt(turbo.boostPerUnit) * BigInt(turbo.durationDays) * prices.juf18,
    over: turboUnitPrice(turbo, prices) * BASIS_POINTS * 365n * prices.ju18,
  };
}

function findTurboLoss(returned: Ratio): Finding[] {
  if (!exceeds({ of: 1n, over: 1n }, returned)) return [];
  return [
    {
      code: 'TURBO_COSTS_MORE_THAN_IT_RETURNS',
      what: 'A unit of turbo costs more in JU than it returns in JUF.',
      gain: `${percent(returned)} of what it costs`,
      terms: ['staking.turbo.costRate', 'staking.turbo.juPerUnit'],
    },
  ];
}

function findTurboSplit({ tiers }: Economy['staking'], returned: Ratio): Finding[] {
  if (!exceeds(returned, { of: 1n, over: 1n })) return [];
  return tiers.flatMap((tier) => {
    const below = tiers.find((each) => minOf(each) < minOf(tier) && each.maxTurbo > tier.maxTurbo);
    if (below === undefined) return [];
    return [
      {
        code: 'TURBO_EARNS_MORE_SPLIT' as const,
        what: `A stake that reaches ${tier.code} may run more turbo as several of ${below.code}.`,
        gain: `${below.maxTurbo} units, instead of ${tier.maxTurbo}`,
        terms: [`staking.tiers.${below.code}.maxTurbo`, `staking.tiers.${tier.code}.maxTurbo`],
      },
    ];
  });
}

/** The shortest period with all turbo of its tier, net of its cost, against the longest without. */
function findTurboShort({ tiers, periods, turbo }: Economy['staking'], { of, over }: Ratio): Finding[] {
  const [short, long] = [periods.toSorted((a, b) => a.days - b.days)[0], periods.toSorted((a, b) => b.days - a.days)[0]];
  if (short === undefined || long === undefined || short === long || of <= over) return [];
  return tiers
    .filter(({ maxTurbo, multiplier }) => {
      const net = BigInt(maxTurbo * turbo.boostPerUnit) * (of - over) * BASIS_POINTS;
      return net > BigInt(long.apr - short.apr) * BigInt(multiplier) * of;
    })
    .map(({ code, maxTurbo }) => ({
      code: 'TURBO_OUTYIELDS_LONG_STAKES' as const,
      what: `With all its turbo, a stake of ${code} for ${short.days} days earns more than one for ${long.days} days.`,
      gain: `${maxTurbo} units that return ${percent({ of, over })} of what they cost`,
      terms: ['staking.turbo.costRate', `staking.tiers.${code}.maxTurbo`],
    }));
}

type Package = Economy['treasury']['packages'][number];

/** A discount pays for waiting for JUF: it vests by the second, so half its time on average. It must not pay more than the best stake. */
function assessDiscounts(economy: Economy): Assessment {
  const bound: Ratio = { of: bestStakeRate(economy), over: BASIS_POINTS };
  const { packages } = economy.treasury;
  const findings = packages
    .filter((each) => exceeds(yearlyYield(each), bound))
    .map(({ code, ...each }): Finding => ({
      code: 'DISCOUNT_OUTYIELDS_STAKING',
      what: `The discount of ${code} pays more for its wait than any stake pays for its lock.`,
      gain: `${percent(yearlyYield({ code, ...each }))} a year, where the best stake pays ${percent(bound)}`,
      terms: [`treasury.packages.${code}.discountRate`, `treasury.packages.${code}.vestingDays`],
    }));
  const best = greatest(packages.map(yearlyYield)) ?? { of: 0n, over: 1n };
  return {
    benefit: 'DISCOUNTS',
    plan: 'the package with most discount for its wait',
    brings: `${percent(best)} a year, for a lock`,
    findings,
  };
}

function yearlyYield({ discountRate, vestingDays }: Package): Ratio {
  return { of: BigInt(discountRate) * DAYS_A_YEAR * 2n, over: (BASIS_POINTS - BigInt(discountRate)) * BigInt(vestingDays) };
}

/** Returns are rounded down per stake, so splitting one only pays if a tier or period favours small or short stakes. */
function assessStaking(economy: Economy): Assessment {
  return {
    benefit: 'STAKING',
    plan: 'one stake as great and as long as possible',
    brings: `${percent({ of: bestStakeRate(economy), over: BASIS_POINTS })} a year at most, for a lock`,
    findings: [...findStakeSplit(economy), ...findStakeShort(economy)],
  };
}

function findStakeSplit({ staking }: Economy): Finding[] {
  const tiers = staking.tiers.toSorted((a, b) => (minOf(a) < minOf(b) ? -1 : 1));
  return tiers.flatMap((tier, index) => {
    const below = tiers.slice(0, index).find((each) => each.multiplier > tier.multiplier);
    if (below === undefined) return [];
    return [
      {
        code: 'STAKES_EARN_MORE_SPLIT' as const,
        what: `A stake that reaches ${tier.code} earns more as several of ${below.code}.`,
        gain: `${below.multiplier} bp of the rate, instead of ${tier.multiplier}`,
        terms: [`staking.tiers.${below.code}.multiplier`, `staking.tiers.${tier.code}.multiplier`],
      },
    ];
  });
}

function findStakeShort({ staking }: Economy): Finding[] {
  const periods = staking.periods.toSorted((a, b) => a.days - b.days);
  return periods.flatMap((period, index) => {
    const shorter = periods.slice(0, index).find(({ apr }) => apr > period.apr);
    if (shorter === undefined) return [];
    return [
      {
        code: 'SHORT_STAKES_EARN_MORE' as const,
        what: `Stakes of ${shorter.days} days, one after the other, earn more than one of ${period.days}.`,
        gain: `${shorter.apr} bp a year, instead of ${period.apr}`,
        terms: [`staking.periods.${shorter.days}.apr`, `staking.periods.${period.days}.apr`],
      },
    ];
  });
}

function minOf({ minJuf }: Economy['staking']['tiers'][number]): bigint {
  return fromTokens(minJuf, 'JUF');
}

/**
 * A payout is at most the shortfall on unclaimed JUF compared with its purchase price, so JUF and payout together are never worth more. At constant prices
 * there is no shortfall, and the premium is lost. No terms can change that, so there are never findings.
 */
function assessInsurance({ insurance }: Economy): Assessment {
  return {
    benefit: 'INSURANCE',
    plan: 'any insured purchase',
    brings: `a loss of ${percent({ of: BigInt(insurance.premiumRate), over: BASIS_POINTS })} at constant prices; at most what was paid for the JUF when they fall`,
    findings: [],
  };
}

const USDT = 10n ** BigInt(tokenDecimals.USDT);

/**
 * Points lower the fee of their account. The terms' own check keeps discounts within the fee, so a transfer never pays, however many accounts share it. Each
 * level's points have to save as much as those of the first, or nobody has a reason to buy beyond it.
 */
function assessFees(economy: Economy): Assessment {
  const { score, transfer } = economy;
  const most = Math.max(...score.levels.map(({ feeDiscount }) => feeDiscount));
  const dearest = greatest(stepsOf(economy).map(({ sent }) => sent)) ?? { of: 0n, over: 1n };
  return {
    benefit: 'FEES',
    plan: 'points up to the highest level',
    brings: `${percent({ of: BigInt(most) * BigInt(transfer.feeRate), over: 100_000_000n })} of what is transferred is not taken; the points of a level are paid back once ${inWords(dearest)} USDT were sent, which has to be no more than on the first`,
    findings: findDearer(economy),
  };
}

interface Step {
  index: number;
  /** The USDT to be sent until the points that lead here from the level below are paid back. */
  sent: Ratio;
}

/** The levels above the first, by their discounts: that a rate is rounded up to whole basis points is no fault of theirs. */
function stepsOf({ score, transfer }: Economy): Step[] {
  const each = fromTokens(score.pricePerPointUsdt, 'USDT');
  return score.levels.slice(1).map((level, position) => {
    const below = score.levels[position] ?? level;
    const saved = BigInt(Math.max(0, level.feeDiscount - below.feeDiscount) * transfer.feeRate);
    const cost = BigInt(level.from - below.from) * each;
    return { index: position + 1, sent: { of: cost * BASIS_POINTS * BASIS_POINTS, over: saved * USDT } };
  });
}

function findDearer(economy: Economy): Finding[] {
  const [first, ...higher] = stepsOf(economy);
  if (first === undefined || economy.transfer.feeRate === 0) return [];
  return higher
    .filter(({ sent }) => exceeds(sent, first.sent))
    .map(({ index, sent }) => ({
      code: 'LEVELS_SAVE_LESS_HIGHER' as const,
      what: `The points of level ${index + 1} take longer to be paid back than those of the first.`,
      gain: `after ${inWords(sent)} USDT sent, instead of ${inWords(first.sent)}`,
      terms: [`score.levels.${index}.from`, `score.levels.${index}.feeDiscount`],
    }));
}
