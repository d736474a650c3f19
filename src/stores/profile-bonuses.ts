import { atom, computed } from 'nanostores';
import { bonusInfo, bonusLog } from '../lib/api/contract/bonuses.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { dayRangeBounds, type DayRange } from '../lib/day-range.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type BonusInfo = DataOf<typeof bonusInfo>;
export type BonusPage = DataOf<typeof bonusLog>;
export type Bonus = BonusPage['data'][number];

export interface BonusFilter extends DayRange {
  kind: Bonus['kind'] | null;
  level: number | null;
}

export const everyBonus: BonusFilter = { kind: null, level: null, from: null, to: null };
export const BONUS_PAGE_ROWS = 20;

const infoKey = 'profile/bonusInfo:';
const logKey = 'profile/bonusLog:';

export const $bonusFilter = atom<BonusFilter>(everyBonus);
export const $bonusPage = atom(1);

const $bonusQuery = computed([$bonusFilter, $bonusPage], (filter, page) => JSON.stringify([filter, page]));

/** Earned, claimed and claimable, by level and kind, and what the bonus pool holds. */
export const $bonusInfo = createQuery<BonusInfo>([infoKey, $sessionTag], { fetcher: () => callApi(bonusInfo, {}) });

/** One page of the log, the newest first. */
export const $bonusLog = createQuery<BonusPage>([logKey, $bonusQuery, $sessionTag], {
  fetcher: () => readBonuses($bonusFilter.get(), $bonusPage.get(), BONUS_PAGE_ROWS),
});

export const $bonusList = answerPart($bonusLog, 'data');
/** How many pages the log has. */
export const $totalBonusList = answerPart($bonusLog, 'totalPage');

/** Another filter begins at its first page. */
export function filterBonuses(filter: BonusFilter): void {
  $bonusPage.set(1);
  $bonusFilter.set(filter);
}

export function refreshBonuses(): void {
  revalidateKeys((key) => key.startsWith(infoKey) || key.startsWith(logKey));
}

function readBonuses(filter: BonusFilter, page: number, size: number): Promise<BonusPage> {
  return callApi(bonusLog, { ...filter, ...dayRangeBounds(filter), page, size });
}
