import { purchaseTreasury, treasuryList } from '../lib/api/contract/treasury.ts';
import { amount, id, price, terms, text } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import type { TreasuryList } from '../lib/treasury/treasury-types.ts';
import { callApi } from './api.ts';
import { defineOrderAction, signs } from './order-action.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

const listKey = 'sales/treasuryList:';

/** Packages, price and cap from one response. */
export const $treasury = createQuery<TreasuryList>([listKey, $sessionTag], { fetcher: () => callApi(treasuryList, {}) });

/** Reloads price, packages and cap. */
export function refreshTreasury(): void {
  revalidateKeys((key) => key.startsWith(listKey));
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
    amount: usdt,
    maxPrice,
    insured,
    terms: reviewed,
  }),
  send: (body, options) => callApi(purchaseTreasury, body, options),
  isStale: isTreasuryStale,
});
