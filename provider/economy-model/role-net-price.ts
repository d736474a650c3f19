import { fromDecimalString } from '../../src/lib/amount.ts';
import { type Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { bonusAllowance } from './bonus-allowance.ts';

type Role = Economy['roles'][number];

/** What a role costs whoever lets own accounts' purchases bring back as much of its price as bonuses can, in USDT base units; below zero they bring more. */
export function roleNetPrice(economy: Economy, role: Role): bigint {
  const price = rolePriceOf(role);
  return price - bonusAllowance(economy, price, 0n);
}

export function rolePriceOf({ priceUsdt }: Role): bigint {
  return fromDecimalString(priceUsdt, tokenDecimals.USDT);
}

/** Roles that can be bought: one that costs nothing brings neither privileges nor votes nor bonuses. */
export function rolesOnSale({ roles }: Economy): Role[] {
  return roles.filter((role) => rolePriceOf(role) > 0n);
}
