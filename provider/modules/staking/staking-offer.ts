import { fromDecimalString } from '../../../src/lib/amount.ts';
import { catalogueId } from '../../catalogue-id.ts';
import type { Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';

export interface Tier {
  id: string;
  code: string;
  /** As the terms name it. */
  minJuf: string;
  minBaseUnits: bigint;
  multiplier: number;
  maxTurbo: number;
}

export interface Period {
  id: string;
  days: number;
  apr: number;
}

/** Lowest first. */
export function tiersOf({ staking }: Economy): Tier[] {
  return staking.tiers
    .map(({ code, minJuf, multiplier, maxTurbo }) => {
      const minBaseUnits = fromDecimalString(minJuf, tokenDecimals.JUF);
      return { id: catalogueId(`staking tier ${code}`), code, minJuf, minBaseUnits, multiplier, maxTurbo };
    })
    .toSorted((a, b) => (a.minBaseUnits < b.minBaseUnits ? -1 : 1));
}

export function periodsOf({ staking }: Economy): Period[] {
  return staking.periods.map(({ days, apr }) => ({ id: catalogueId(`staking period ${days} days`), days, apr }));
}

/** The highest tier that an amount reaches; undefined below the lowest. */
export function tierFor(economy: Economy, amountBaseUnits: bigint): Tier | undefined {
  return tiersOf(economy).findLast(({ minBaseUnits }) => amountBaseUnits >= minBaseUnits);
}
