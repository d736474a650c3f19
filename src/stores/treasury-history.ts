import { atom } from 'nanostores';
import { purchaseTreasuryHistory } from '../lib/api/contract/treasury-history.ts';
import { systemClock } from '../lib/clock.ts';
import type { PurchasesAnswer } from '../lib/treasury/live-vesting.ts';
import type { TreasuryPurchase } from '../lib/treasury/treasury-types.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

interface PurchasesPage extends PurchasesAnswer {
  totalPages: number;
}

export interface AllPurchases extends PurchasesAnswer {
  /** False if there are more than are loaded, so that sums are incomplete. */
  isWhole: boolean;
}

const ROWS_A_PAGE = 10;
const MOST_ROWS_A_CALL = 100;
/** Covers as many purchases as a single claim pays. */
const MOST_CALLS = 5;

const historyKey = 'sales/purchaseTreasuryHistory:';
const allKey = 'sales/purchaseTreasuryHistory/all:';

export const $historyPage = atom(1);

/** One page of the member's purchases, newest first. */
export const $treasuryHistoryList = createQuery<PurchasesPage>([historyKey, $historyPage, $sessionTag], {
  fetcher: () => readPurchases($historyPage.get(), ROWS_A_PAGE),
});

/** All purchases, from which the total claimable amount is computed. */
export const $allPurchases = createQuery<AllPurchases>([allKey, $sessionTag], { fetcher: readAllPurchases });

export function refreshPurchases(): void {
  revalidateKeys((key) => key.startsWith('sales/purchaseTreasuryHistory'));
}

async function readPurchases(page: number, size: number): Promise<PurchasesPage> {
  const { list } = await callApi(purchaseTreasuryHistory, { page, size });
  return { ...list, receivedAtMs: systemClock().getTime() };
}

/** Sequentially, since pages are only consistent when read in order. */
async function readAllPurchases(): Promise<AllPurchases> {
  const content: TreasuryPurchase[] = [];
  for (let page = 1; ; page += 1) {
    const { content: rows, totalPages, receivedAtMs } = await readPurchases(page, MOST_ROWS_A_CALL);
    content.push(...rows);
    const isWhole = page >= totalPages;
    if (isWhole || page === MOST_CALLS) return { content, receivedAtMs, isWhole };
  }
}
