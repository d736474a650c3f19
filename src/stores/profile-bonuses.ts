import { bonusInfo } from '../lib/api/contract/bonuses.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

type BonusInfo = DataOf<typeof bonusInfo>;

const infoKey = 'profile/bonusInfo:';

/** Earned, claimed and claimable bonuses by level and kind, and the bonus pool's balance. */
export const $bonusInfo = createQuery<BonusInfo>([infoKey, $sessionTag], {
  kept: bonusInfo.output,
  fetcher: () => callApi(bonusInfo, {}),
});

export function refreshBonuses(): void {
  revalidateKeys((key) => key.startsWith(infoKey));
}
