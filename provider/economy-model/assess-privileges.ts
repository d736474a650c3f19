import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import { TOKEN_DECIMALS } from '../../src/lib/token-decimals.ts';
import { roleWorth } from '../../src/lib/worth.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import type { Prices18 } from './prices.ts';
import { exceeds, greatest, inWords, percent, type Ratio } from './ratio.ts';
import { roleNetPrice, rolePriceOf, rolesOnSale } from './role-net-price.ts';
import { bestStakeRate } from './stake-rates.ts';

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
export function assessPrivileges(economy: Economy, prices: Prices18): Assessment {
  const roles = rolesOnSale(economy).filter((role) => jufOf(role) > 0n);
  const slowest = roles.map((role) => daysToPayBack(role, prices)).reduce((most, days) => (isLater(days, most) ? days : most), 0n);
  const split = greatest(roles.map((role) => againstStake(economy, role, prices))) ?? { of: 0n, over: 1n };
  return {
    benefit: 'PRIVILEGES',
    plan: 'the role that gives most JUF for its price, and purchases from own accounts until their bonuses are at its cap',
    brings: `its price after ${inDays(slowest)} at most, which have to be ${MOST_DAYS_TO_PAY_BACK} or fewer; split, ${percent(split)} of what a stake gives back in ${longestDays(economy)} days, which has to be 100 % at most`,
    findings: [...roles.flatMap((role) => judge(economy, role, prices)), ...findCheaperSplit(roles)],
  };
}

function judge(economy: Economy, role: Role, prices: Prices18): Finding[] {
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
  return fromDecimalString(privilege.juf, tokenDecimals.JUF);
}
