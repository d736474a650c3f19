import { fromDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment } from './assessment.ts';
import type { Prices18 } from './prices.ts';
import { exceeds, percent, type Ratio } from './ratio.ts';
import { turboUnitPrice } from './turbo-unit-price.ts';

/** A unit on a whole multiple of `perJuf`, where rounding favours the member most. */
export function assessTurbo({ staking: { turbo } }: Economy, prices: Prices18): Assessment {
  const returned = turboReturn(turbo, prices);
  const findings = exceeds(returned, { of: 1n, over: 1n })
    ? [
        {
          code: 'TURBO_RETURNS_MORE_THAN_IT_COSTS' as const,
          what: 'A unit of turbo returns more in JUF than it costs in JU.',
          gain: `${percent(returned)} of what it costs`,
          terms: ['staking.turbo'],
        },
      ]
    : [];
  return {
    benefit: 'TURBO',
    plan: `turbo on a stake of a multiple of ${turbo.perJuf} JUF`,
    brings: `${percent(returned)} of what it costs`,
    findings,
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
