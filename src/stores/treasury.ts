import { atom } from 'nanostores';
import { toDecimalString } from '../lib/amount.ts';
import { amount, count, id, price, terms, text } from '../lib/api/contract/scalars.ts';
import { purchaseTreasuryHistory } from '../lib/api/contract/treasury-history.ts';
import { purchaseTreasury, treasuryList } from '../lib/api/contract/treasury.ts';
import { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import type { PurchasesAnswer } from '../lib/treasury/live-vesting.ts';
import { callApi } from './api.ts';
import { answerPart } from './answer-part.ts';
import { defineOrderAction, signs } from './order-action.ts';
import { readPages } from './read-pages.ts';
import { readQuery } from './read-query.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

const listKey = 'sales/treasuryList:';

const ROWS_A_PAGE = 10;
const MOST_ROWS_A_CALL = 100;
/** Covers as many purchases as a single claim pays. */
const MOST_CALLS = 5;

const historyKey = 'sales/purchaseTreasuryHistory:';
const allKey = 'sales/purchaseTreasuryHistory/all:';

/** Packages, price and cap from one response. */
export const $treasury = readQuery(listKey, treasuryList);

/** @public A name of the product's state. */
export const $treasuryList = answerPart($treasury, (treasury) => treasury.list);
/** @public A name of the product's state: USDT per JUF, in 10⁻¹⁸; null until one has been read. */
export const $jufPrice = answerPart($treasury, (treasury) => treasury.jufPrice);
/** @public A name of the product's state. */
export const $maxMintingCap = answerPart($treasury, (treasury) => treasury.maxMintingCap);

/** Reloads price, packages and cap. */
export function refreshTreasury(): void {
  readAgain(listKey);
}

const purchaseOrder = z.object({
  treasuryId: id,
  name: text,
  amount,
  insured: z.boolean(),
  /** The market price at confirmation. */
  marketPrice: price,
  maxPrice: price,
  terms,
  signs,
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

/** Queries that a purchase or a claim makes stale. */
export const isTreasuryStale = (key: string): boolean => /^(sales|wallet|profile|dashboard)\//.test(key);

export const purchaseAction = defineOrderAction({
  name: 'purchase',
  order: purchaseOrder,
  body: purchaseTreasury.body,
  compose: ({ treasuryId, amount: usdt, insured, maxPrice, terms: reviewed }: PurchaseOrder) => ({
    treasuryId,
    amount: toDecimalString(usdt),
    maxPrice: toDecimalString(maxPrice),
    insured,
    terms: reviewed,
  }),
  send: (body, options) => callApi(purchaseTreasury, body, options),
  isStale: isTreasuryStale,
});

interface PurchasesPage extends PurchasesAnswer {
  totalPages: number;
}

export interface AllPurchases extends PurchasesAnswer {
  /** False if there are more than are loaded, so that sums are incomplete. */
  isWhole: boolean;
}

export const $historyPage = atom(1);

const purchases = { content: purchaseTreasuryHistory.output.shape.list.shape.content, receivedAtMs: z.number() };

/** One page of the member's purchases, newest first. */
export const $treasuryHistoryList = createQuery<PurchasesPage>([historyKey, $historyPage, $sessionTag], {
  kept: z.object({ ...purchases, totalPages: count }),
  fetcher: () => readPurchases($historyPage.get(), ROWS_A_PAGE),
});

/** All purchases, from which the total claimable amount is computed. */
export const $allPurchases = createQuery<AllPurchases>([allKey, $sessionTag], {
  kept: z.object({ ...purchases, isWhole: z.boolean() }),
  fetcher: readAllPurchases,
});

export function refreshPurchases(): void {
  readAgain('sales/purchaseTreasuryHistory');
}

async function readPurchases(page: number, size: number): Promise<PurchasesPage> {
  const { list } = await callApi(purchaseTreasuryHistory, { page, size });
  return { ...list, receivedAtMs: systemClock().getTime() };
}

async function readAllPurchases(): Promise<AllPurchases> {
  const { rows, isWhole } = await readPages(MOST_CALLS, (page) => readPurchases(page, MOST_ROWS_A_CALL));
  return { content: rows, receivedAtMs: systemClock().getTime(), isWhole };
}
