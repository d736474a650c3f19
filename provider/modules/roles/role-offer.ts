import { fromDecimalString } from '../../../src/lib/amount.ts';
import { catalogueId } from '../../catalogue-id.ts';
import type { Economy, RoleCode } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { Role } from './read-role.ts';

export function roleId(code: RoleCode): string {
  return catalogueId(`member role ${code}`);
}

export function findRole({ roles }: Economy, id: string): Role | undefined {
  return roles.find(({ code }) => roleId(code) === id);
}

export function rolePrice({ priceUsdt }: Role): bigint {
  return fromDecimalString(priceUsdt, tokenDecimals.USDT);
}

/** What a role still costs after earlier payments; null if it isn't an upgrade. */
export function upgradePrice(role: Role, current: Role, paidBefore: bigint): bigint | null {
  if (role.rank <= current.rank) return null;
  const left = rolePrice(role) - paidBefore;
  return left > 0n ? left : 0n;
}
