import { fromDecimalString } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { referralInfo } from '../api/contract/team.ts';

/** `amount`: the cap, in USDT. It’s what was earned, because no bonus is credited beyond the cap. */
type BonusCap = { kind: 'REACHED'; amount: string } | { kind: 'NOTHING_PAID' };

/**
 * Why none of a role’s rates apply: bonuses are capped at a share of what the member paid for roles, which is nothing for a role that was given. Null if a
 * rate applies, or the role has none.
 */
export function bonusCap(
  { levels, earned }: Pick<DataOf<typeof referralInfo>, 'levels' | 'earned'>,
  roleRates: readonly number[],
): BonusCap | null {
  if (levels.some(({ rate }) => rate > 0) || roleRates.every((rate) => rate === 0)) return null;
  return fromDecimalString(earned) > 0n ? { kind: 'REACHED', amount: earned } : { kind: 'NOTHING_PAID' };
}
