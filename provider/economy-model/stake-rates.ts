import { fromDecimalString } from '../../src/lib/amount.ts';
import { stakedRate } from '../../src/lib/staking-accrual.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';

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
  return fromDecimalString(minJuf, tokenDecimals.JUF);
}
