import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import type { Prices18 } from './prices.ts';
import { exceeds, percent, type Ratio } from './ratio.ts';
import { turboUnitPrice } from './turbo-unit-price.ts';

/**
 * A unit on a whole multiple of `perJuf`, where rounding favours the member most. It has to be worth its price, and what it brings beyond that is a return for
 * locked JUF like a stake's own: so it may neither favour small stakes, as of which one has several, nor make a short one earn more than a long one.
 */
export function assessTurbo({ staking }: Economy, prices: Prices18): Assessment {
  const { turbo } = staking;
  const returned = turboReturn(turbo, prices);
  return {
    benefit: 'TURBO',
    plan: `turbo on a stake of a multiple of ${turbo.perJuf} JUF`,
    brings: `${percent(returned)} of what it costs; it has to be 100 % at least, and with all its turbo no small stake may earn more than a large one, nor a short one more than a long one`,
    findings: [...findLoss(returned), ...findSplit(staking, returned), ...findShort(staking, returned)],
  };
}

/** The value of what a unit returns in total, divided by its cost. */
function turboReturn(turbo: Economy['staking']['turbo'], prices: Prices18): Ratio {
  const perJuf = fromDecimalString(turbo.perJuf, tokenDecimals.JUF);
  return {
    of: perJuf * BigInt(turbo.boostPerUnit) * BigInt(turbo.durationDays) * prices.juf18,
    over: turboUnitPrice(turbo, prices) * BASIS_POINTS * 365n * prices.ju18,
  };
}

function findLoss(returned: Ratio): Finding[] {
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

function findSplit({ tiers }: Economy['staking'], returned: Ratio): Finding[] {
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
function findShort({ tiers, periods, turbo }: Economy['staking'], { of, over }: Ratio): Finding[] {
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

function minOf({ minJuf }: Economy['staking']['tiers'][number]): bigint {
  return fromDecimalString(minJuf, tokenDecimals.JUF);
}
