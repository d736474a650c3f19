import { mulDivFloor } from '../../src/lib/amount.ts';
import { type Economy } from '../economy.ts';

/** What a member who has paid and earned so much can still earn in bonuses, in USDT base units. */
export function bonusAllowance({ bonuses }: Pick<Economy, 'bonuses'>, paidForRoles: bigint, earned: bigint): bigint {
  const allowance = mulDivFloor(paidForRoles, BigInt(bonuses.capRate), 10_000n) - earned;
  return allowance > 0n ? allowance : 0n;
}
