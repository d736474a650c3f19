import { fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { formatShown } from '../../lib/shown-amount.ts';
import { bonusCap } from '../../lib/team/bonus-cap.ts';
import { $roleList } from '../../stores/profile-roles.ts';
import { $referralInfo } from '../../stores/profile-team.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Why a member whose role has rates earns at none of them; null while it earns, or it isn’t known. */
export function useBonusCap(): string | null {
  const texts = useTexts('team').cap;
  const locale = useLocale();
  const info = useServerState($referralInfo).data;
  const role = useServerState($roleList).data?.find(({ current }) => current);
  const cap = info && role ? bonusCap(info, role.bonusRates) : null;
  if (cap === null) return null;
  if (cap.kind === 'NOTHING_PAID') return texts.unpaid;
  const amount = formatShown(fromDecimalString(cap.amount), locale);
  return interpolate(texts.reached, { amount });
}
