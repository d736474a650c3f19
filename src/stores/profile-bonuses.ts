import { bonusInfo } from '../lib/api/contract/bonuses.ts';
import { readQuery } from './read-query.ts';
import { readAgain } from './server-state.ts';

const infoKey = 'profile/bonusInfo:';

/** Earned, claimed and claimable bonuses by level and kind, and the bonus pool's balance. */
export const $bonusInfo = readQuery(infoKey, bonusInfo);

export function refreshBonuses(): void {
  readAgain(infoKey);
}
