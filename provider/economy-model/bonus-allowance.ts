import { mulDivFloor } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';

/** What a member who has paid and earned this much can still earn in bonuses, in USDT base units. */
export function bonusAllowance({ bonuses }: Pick<Economy, 'bonuses'>, paidForRoles: bigint, earned: bigint): bigint {
  return allowanceLeft(mulDivFloor(paidForRoles, BigInt(bonuses.capRate), BASIS_POINTS), earned);
}

export function allowanceLeft(most: bigint, earned: bigint): bigint {
  return most > earned ? most - earned : 0n;
}
