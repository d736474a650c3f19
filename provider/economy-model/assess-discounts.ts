import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import type { Assessment, Finding } from './assessment.ts';
import { exceeds, greatest, percent, type Ratio } from './ratio.ts';
import { bestStakeRate } from './stake-rates.ts';

type Package = Economy['treasury']['packages'][number];

const DAYS_A_YEAR = 365n;

/** A discount pays for waiting for JUF: it vests by the second, so half its time on average. It must not pay more than the best stake. */
export function assessDiscounts(economy: Economy): Assessment {
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
