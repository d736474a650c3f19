import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import { percent } from './ratio.ts';
import { bestStakeRate } from './stake-rates.ts';

/** Returns are rounded down per stake, so splitting one only pays if a tier or period favours small or short stakes. */
export function assessStaking(economy: Economy): Assessment {
  return {
    benefit: 'STAKING',
    plan: 'one stake as great and as long as possible',
    brings: `${percent({ of: bestStakeRate(economy), over: BASIS_POINTS })} a year at most, for a lock`,
    findings: [...findSplit(economy), ...findShort(economy)],
  };
}

function findSplit({ staking }: Economy): Finding[] {
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

function findShort({ staking }: Economy): Finding[] {
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
  return fromDecimalString(minJuf, tokenDecimals.JUF);
}
