import { fromDecimalString } from '../../src/lib/amount.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { bonusAllowance } from './bonus-allowance.ts';

type Role = Economy['roles'][number];

/** A role's price minus as much of it as bonuses from own accounts' purchases can return, in USDT base units; negative if they return more. */
export function roleNetPrice(economy: Economy, role: Role): bigint {
  const price = rolePriceOf(role);
  return price - bonusAllowance(economy, price, 0n);
}

export function rolePriceOf({ priceUsdt }: Role): bigint {
  return fromDecimalString(priceUsdt, tokenDecimals.USDT);
}

/** Roles that can be bought: a free one brings no privileges, votes or bonuses. */
export function rolesOnSale({ roles }: Economy): Role[] {
  return roles.filter((role) => rolePriceOf(role) > 0n);
}
