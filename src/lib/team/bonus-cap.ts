import { mulDivFloor } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { memberRolesList } from '../api/contract/roles.ts';
import type { referralInfo } from '../api/contract/team.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { tokenDecimals, unitOf } from '../token-decimals.ts';

type RoleList = DataOf<typeof memberRolesList>;

type Role = RoleList['list'][number];

/** In 10⁻¹⁸ USDT. */
export interface Cap {
  earned: bigint;
  /** Nothing where no role was paid for; null if the provider doesn't say. */
  cap: bigint | null;
  /** Why no bonus is earned. */
  why: 'REACHED' | 'NOTHING_PAID' | null;
  /** The next role that raises the cap, and what to; null with the highest. */
  next: { role: Role; cap: bigint } | null;
}

/** How far a member's bonuses are from their cap, a share of what was paid for roles; or will be, once this much more is paid for one. */
export function bonusCap(
  { levels, earned }: Pick<DataOf<typeof referralInfo>, 'levels' | 'earned'>,
  { list, bonusCapRate, paidForRoles: paid }: Pick<RoleList, 'list' | 'bonusCapRate' | 'paidForRoles'>,
  paying?: bigint,
): Cap {
  const isPaying = paying !== undefined || levels.some(({ rate }) => rate > 0);
  const why = isPaying ? null : earned > 0n ? 'REACHED' : 'NOTHING_PAID';
  if (paid === undefined || bonusCapRate === undefined) return { earned, cap: null, why, next: null };
  // As the ledger has it: in USDT's own units.
  const capOf = (price: bigint): bigint => {
    const cap = mulDivFloor(price, BigInt(bonusCapRate), BASIS_POINTS);
    return cap - (cap % unitOf(tokenDecimals.USDT));
  };
  const role = list.find(({ upgradePrice }) => upgradePrice !== null && upgradePrice > 0n);
  return {
    earned,
    cap: capOf(paid + (paying ?? 0n)),
    why,
    next: role === undefined || paying !== undefined ? null : { role, cap: capOf(paid + (role.upgradePrice ?? 0n)) },
  };
}
