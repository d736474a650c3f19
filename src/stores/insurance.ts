import { atom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { cancelInsuranceList, cancelJuTokenInsurance } from '../lib/api/contract/insurance.ts';
import { amount, id, text } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import type { InsuranceRow } from '../lib/insurance/live-refund.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type InsuranceFilter = 'ALL' | InsuranceRow['status'];

interface InsuranceAnswer extends DataOf<typeof cancelInsuranceList> {
  /** By this device's clock. */
  receivedAtMs: number;
}

const keptAnswer = z.object({ ...cancelInsuranceList.output.shape, receivedAtMs: z.number() });

const listKey = 'sales/cancelInsurance/list:';
const ROWS_A_PAGE = 10;
export const MOST_INSURANCES = 100;

export const $insuranceFilter = atom<InsuranceFilter>('ALL');
/** Number of rows shown. */
export const $insuranceCount = atom(ROWS_A_PAGE);

/** The member's insurances, newest first, and the total of that kind. */
export const $insuranceList = createQuery<InsuranceAnswer>([listKey, $insuranceFilter, ':', $insuranceCount, $sessionTag], {
  kept: keptAnswer,
  fetcher: () => readInsurances($insuranceFilter.get(), $insuranceCount.get()),
});

/** Those that are still running. */
export const $activeInsurances = createQuery<InsuranceAnswer>([listKey, 'active', $sessionTag], {
  kept: keptAnswer,
  fetcher: () => readInsurances('ACTIVE', MOST_INSURANCES),
});

async function readInsurances(filter: InsuranceFilter, size: number): Promise<InsuranceAnswer> {
  const answer = await callApi(cancelInsuranceList, { page: 1, size, ...(filter !== 'ALL' && { status: filter }) });
  return { ...answer, receivedAtMs: systemClock().getTime() };
}

export function refreshInsurances(): void {
  readAgain(listKey);
}

export function showMoreInsurances(): void {
  $insuranceCount.set(Math.min($insuranceCount.get() + ROWS_A_PAGE, MOST_INSURANCES));
}

const cancelOrder = z.object({ insuranceId: id, insuredAmount: amount, premium: amount, expiresAt: text });
export type CancelOrder = z.output<typeof cancelOrder>;

export const cancelAction = defineAction({
  name: 'cancel-insurance',
  order: cancelOrder,
  body: cancelJuTokenInsurance.body,
  compose: ({ insuranceId }: CancelOrder) => ({ insuranceId }),
  send: (body, options) => callApi(cancelJuTokenInsurance, body, options),
  isStale: (key) => /^(sales|wallet|dashboard)\//.test(key),
});

export function beginCancelling({ id: insuranceId, insuredAmount, premium, expiresAt }: InsuranceRow): void {
  cancelAction.review({ insuranceId, insuredAmount, premium, expiresAt });
}
