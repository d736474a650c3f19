import { fromDecimalString, mulDivCeil } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Prices18 } from './prices.ts';

type Turbo = Economy['staking']['turbo'];

const DAYS_A_YEAR = 365n;
const SIGNIFICANT_DIGITS = 3;

/**
 * The price of one unit per started `perJuf` of a stake, in JU base units: a share of what it returns over its whole duration at these prices, rounded up to
 * three significant digits for readability, and never less than the minimum price.
 */
export function turboUnitPrice(turbo: Turbo, { juf18, ju18 }: Prices18): bigint {
  const perJuf = fromDecimalString(turbo.perJuf, tokenDecimals.JUF);
  const returned = perJuf * BigInt(turbo.boostPerUnit) * BigInt(turbo.durationDays) * juf18;
  const price = mulDivCeil(returned, BigInt(turbo.costRate), BASIS_POINTS * DAYS_A_YEAR * BASIS_POINTS * ju18);
  const rounded = roundUp(price);
  const least = leastTurboUnitPrice(turbo);
  return rounded > least ? rounded : least;
}

export function leastTurboUnitPrice({ juPerUnit }: Turbo): bigint {
  return fromDecimalString(juPerUnit, tokenDecimals.JU);
}

function roundUp(price: bigint): bigint {
  const step = 10n ** BigInt(Math.max(price.toString().length - SIGNIFICANT_DIGITS, 0));
  return mulDivCeil(price, 1n, step) * step;
}
