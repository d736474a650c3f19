import { atom, computed } from 'nanostores';
import type { Attention } from '../lib/api/client.ts';
import { bonusLog } from '../lib/api/contract/bonuses.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { type DayRange, dayRangeBounds } from '../lib/day-range.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { shownTimeZone } from './now.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export const everyBonus: BonusFilter = { kind: null, level: null, from: null, to: null };

const PAGE_ROWS = 20;

const EXPORT_PAGE_ROWS = 100;

const logKey = 'profile/bonusLog:';

type BonusPage = DataOf<typeof bonusLog>;

export type Bonus = BonusPage['data'][number];

export interface BonusFilter extends DayRange {
  kind: Bonus['kind'] | null;
  level: number | null;
}

export const $bonusFilter = atom<BonusFilter>(everyBonus);

export const $bonusPage = atom(1);

const $bonusQuery = computed([$bonusFilter, $bonusPage], (filter, page) => JSON.stringify([filter, page]));

/** One page of the log, newest first. */
const $bonusLog = createQuery<BonusPage>([logKey, $bonusQuery, $sessionTag], {
  kept: bonusLog.output,
  fetcher: () => readBonuses($bonusFilter.get(), $bonusPage.get(), PAGE_ROWS),
});

/** The same page in the shape that lists use. */
export const $bonusLogPage = answerPart($bonusLog, ({ data, totalPage }) => ({ content: data, totalPages: totalPage }));

/** @public A name of the product's state. */
export const $bonusList = answerPart($bonusLog, (log) => log.data);

/** @public A name of the product's state: how many pages the log has. */
export const $totalBonusList = answerPart($bonusLog, (log) => log.totalPage);

/** A new filter starts on page one. */
export function filterBonuses(filter: BonusFilter): void {
  $bonusPage.set(1);
  $bonusFilter.set(filter);
}

export function refreshBonusLog(): void {
  readAgain(logKey);
}

/** Returns all bonuses that match a filter, newest first; throws the client's errors rather than return a part. */
export async function readWholeBonusLog(filter: BonusFilter, onPage: (page: number, pages: number) => void): Promise<Bonus[]> {
  const rows = new Map<string, Bonus>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    onPage(page, pages);
    const { data, totalPage } = await readBonuses(filter, page, EXPORT_PAGE_ROWS, 'failure');
    pages = totalPage;
    for (const row of data) rows.set(row.id, row);
  }
  return [...rows.values()];
}

function readBonuses(filter: BonusFilter, page: number, size: number, attention: Attention = 'none'): Promise<BonusPage> {
  return callApi(bonusLog, { ...filter, ...dayRangeBounds(filter, shownTimeZone()), page, size }, { attention });
}
