import { atom, computed } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import type { TransactionKind, TransactionRow } from '../lib/api/contract/transaction.ts';
import { walletTransactionList } from '../lib/api/contract/transaction-list.ts';
import { dayRangeBounds, type DayRange } from '../lib/day-range.ts';
import { callApi } from './api.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';
import { shownTimeZone } from './now.ts';
import type { WalletType } from './wallet.ts';

export type TransactionPage = DataOf<typeof walletTransactionList>;

export interface HistoryFilter extends DayRange {
  walletType: WalletType | null;
  kind: TransactionKind | null;
}

export const noFilter: HistoryFilter = { walletType: null, kind: null, from: null, to: null };
export const HISTORY_PAGE_ROWS = 20;
const EXPORT_PAGE_ROWS = 100;
const RECENT_ROWS = 10;

export const listKey = 'wallet/transaction/list:';

export const $historyFilter = atom<HistoryFilter>(noFilter);
export const $historyPage = atom(1);

const $historyQuery = computed([$historyFilter, $historyPage], (filter, page) => JSON.stringify([filter, page]));

export const $historyList = createQuery<TransactionPage>([listKey, $historyQuery, $sessionTag], {
  kept: walletTransactionList.output,
  fetcher: () => callApi(walletTransactionList, { ...queryOf($historyFilter.get()), page: $historyPage.get(), size: HISTORY_PAGE_ROWS }),
});

/** The newest movements, regardless of the filter. */
export const $recentTransactions = createQuery<TransactionPage>([listKey, 'recent:', $sessionTag], {
  kept: walletTransactionList.output,
  fetcher: () => callApi(walletTransactionList, { size: RECENT_ROWS }),
});

/** A new filter starts on page one. */
export function filterHistory(filter: HistoryFilter): void {
  $historyPage.set(1);
  $historyFilter.set(filter);
}

export function refreshHistory(): void {
  readAgain(listKey);
}

export function historyReadAtMs(): number | null {
  return $historyList.key === undefined ? null : answerReadAtMs($historyList.key);
}

/** Returns all rows that match a filter, newest first; throws the client's errors rather than return a part. */
export async function readWholeHistory(filter: HistoryFilter, onPage: (page: number, pages: number) => void): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    onPage(page, pages);
    const answer = await callApi(
      walletTransactionList,
      { ...queryOf(filter), page, size: EXPORT_PAGE_ROWS },
      // The screen counts the pages itself, so nothing needs to cover it.
      { attention: 'failure' },
    );
    pages = answer.totalPage;
    rows.push(...answer.data);
  }
  return [...new Map(rows.map((row) => [`${row.id} ${row.walletType}`, row])).values()];
}

/** Returns the balance after the last movement before a moment (ISO 8601). */
export async function readBalanceBefore(walletType: WalletType, to: string): Promise<bigint> {
  const { data } = await callApi(walletTransactionList, { walletType, to, page: 1, size: 1 });
  return data[0]?.balanceAfter ?? 0n;
}

function queryOf({ walletType, kind, from, to }: HistoryFilter) {
  return { walletType, kind, ...dayRangeBounds({ from, to }, shownTimeZone()) };
}
