import { atom } from 'nanostores';
import { purchaseTreasury, purchaseTreasuryHistory, treasuryList } from '../lib/api/contract/treasury.ts';
import { amount, id, price, text } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import type { PurchasesAnswer } from '../lib/treasury/live-vesting.ts';
import type { TreasuryList, TreasuryPurchase } from '../lib/treasury/treasury-types.ts';
import { defineAction } from './actions.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

interface PurchasesPage extends PurchasesAnswer {
  totalPages: number;
}

export interface AllPurchases extends PurchasesAnswer {
  /** False where there are more than are read: their sum is then not everything. */
  isWhole: boolean;
}

const ROWS_A_PAGE = 10;
const MOST_ROWS_A_CALL = 100;
/** A claim pays from as many purchases at once. */
const MOST_CALLS = 5;

const listKey = 'sales/treasuryList:';
const historyKey = 'sales/purchaseTreasuryHistory:';
const allKey = 'sales/purchaseTreasuryHistory/all:';

/** Packages, price and cap together, as they were answered. */
export const $treasury = createQuery<TreasuryList>([listKey, $sessionTag], { fetcher: () => callApi(treasuryList, {}) });

export const $treasuryList = answerPart($treasury, 'list');
/** USDT for one JUF, as a decimal string; null until a first one was read. */
export const $jufPrice = answerPart($treasury, 'jufPrice');
export const $maxMintingCap = answerPart($treasury, 'maxMintingCap');

export const $historyPage = atom(1);

/** One page of the member's purchases, the newest first. */
export const $treasuryHistoryList = createQuery<PurchasesPage>([historyKey, $historyPage, $sessionTag], {
  fetcher: () => readPurchases($historyPage.get(), ROWS_A_PAGE),
});

/** All of them: what can be claimed at once follows from them. */
export const $allPurchases = createQuery<AllPurchases>([allKey, $sessionTag], { fetcher: readAllPurchases });

/** Reads price, packages and cap again. */
export function refreshTreasury(): void {
  revalidateKeys((key) => key.startsWith(listKey));
}

export function refreshPurchases(): void {
  revalidateKeys((key) => key.startsWith('sales/purchaseTreasuryHistory'));
}

const purchaseOrder = z.object({
  treasuryId: id,
  name: text,
  amount,
  insured: z.boolean(),
  /** Of the market, when it was confirmed. */
  marketPrice: price,
  maxPrice: price,
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

/** What a purchase or a claim makes old. */
export const isTreasuryStale = (key: string): boolean => /^(sales|wallet|profile|dashboard)\//.test(key);

export const purchaseAction = defineAction({
  name: 'purchase',
  order: purchaseOrder,
  body: purchaseTreasury.body,
  compose: ({ treasuryId, amount: usdt, insured, maxPrice }: PurchaseOrder) => ({ treasuryId, amount: usdt, maxPrice, insured }),
  send: (body, options) => callApi(purchaseTreasury, body, options),
  isStale: isTreasuryStale,
});

async function readPurchases(page: number, size: number): Promise<PurchasesPage> {
  const { list } = await callApi(purchaseTreasuryHistory, { page, size });
  return { ...list, receivedAtMs: systemClock().getTime() };
}

/** Page by page, since pages of a list are steady only in their order. */
async function readAllPurchases(): Promise<AllPurchases> {
  const content: TreasuryPurchase[] = [];
  for (let page = 1; ; page += 1) {
    const { content: rows, totalPages, receivedAtMs } = await readPurchases(page, MOST_ROWS_A_CALL);
    content.push(...rows);
    const isWhole = page >= totalPages;
    if (isWhole || page === MOST_CALLS) return { content, receivedAtMs, isWhole };
  }
}
