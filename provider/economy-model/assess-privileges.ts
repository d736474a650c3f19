import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import type { Prices18 } from './prices.ts';
import { exceeds, greatest, inWords, percent, type Ratio } from './ratio.ts';
import { roleNetPrice, rolePriceOf, rolesOnSale } from './role-net-price.ts';
import { bestStakeRate } from './stake-rates.ts';

type Role = Economy['roles'][number];

const DAYS_A_YEAR = 365n;
/** Divisor that turns JUF times a price into USDT. */
const VALUE_DIVISOR = 10n ** BigInt(tokenDecimals.JUF + 18 - tokenDecimals.USDT);

/**
 * Privileges are paid for life, for a price that isn't refunded: a yield. It isn't arbitrage as long as staking the same money, which is refunded, pays
 * more, taking into account how much of the price own bonuses can return.
 */
export function assessPrivileges(economy: Economy, prices: Prices18): Assessment {
  const roles = rolesOnSale(economy).filter((role) => jufOf(role) > 0n);
  const best = greatest(roles.map((role) => yearlyYield(economy, role, prices))) ?? { of: 0n, over: 1n };
  return {
    benefit: 'PRIVILEGES',
    plan: 'the role that gives most JUF for its price, less what bonuses from own purchases bring back of it',
    brings: `${percent(best)} a year of a price that does not come back`,
    findings: [...roles.flatMap((role) => judge(economy, role, prices)), ...findCheaperSplit(roles)],
  };
}

function judge(economy: Economy, role: Role, prices: Prices18): Finding[] {
  const terms = [`roles.${role.rank}.privilege.juf`, `roles.${role.rank}.priceUsdt`, 'bonuses.capRate'];
  const net = roleNetPrice(economy, role);
  if (net <= 0n) {
    const what = `Bonuses from own purchases bring back all that ${role.code} costs, and its privileges go on.`;
    return [{ code: 'PRIVILEGES_FOR_NOTHING', what, gain: `${role.privilege.juf} JUF every ${role.privilege.everyDays} days`, terms }];
  }
  const staked = bestStakeRate(economy, prices.juf18 === 0n ? 0n : (net * VALUE_DIVISOR) / prices.juf18);
  const yearly = yearlyYield(economy, role, prices);
  if (!exceeds(yearly, { of: staked, over: BASIS_POINTS })) return [];
  return [
    {
      code: 'PRIVILEGES_OUTYIELD_STAKING',
      what: `The JUF of ${role.code}’s privileges are worth more a year than a stake of what the role costs.`,
      gain: `${percent(yearly)} a year, where a stake pays ${percent({ of: staked, over: BASIS_POINTS })}`,
      terms,
    },
  ];
}

function yearlyYield(economy: Economy, role: Role, { juf18 }: Prices18): Ratio {
  const net = roleNetPrice(economy, role);
  const over = (net > 0n ? net : 0n) * VALUE_DIVISOR * BigInt(role.privilege.everyDays);
  return { of: jufOf(role) * juf18 * DAYS_A_YEAR, over };
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
