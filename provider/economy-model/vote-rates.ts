import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Prices18 } from './prices.ts';
import { least, type Ratio } from './ratio.ts';
import { roleNetPrice, rolesOnSale } from './role-net-price.ts';

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
  const price = fromDecimalString(score.pricePerPointUsdt, tokenDecimals.USDT);
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
