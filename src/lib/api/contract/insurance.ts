import { defineCall } from './define-call.ts';
import { amount, count, id, paging, price, time, walletType } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

const insuranceStatus = z.enum(['ACTIVE', 'CANCELLED', 'PAID', 'EXPIRED']);

export const insurance = z.object({
  id,
  purchaseId: id,
  walletType,
  insuredAmount: amount,
  coveredJuf: amount,
  referencePrice: price,
  maxPayout: amount,
  premium: amount,
  /** What cancelling now would refund. */
  refundable: amount,
  startedAt: time,
  expiresAt: time,
  status: insuranceStatus,
  settledAmount: z.optional(amount),
});

/** Ends the cover and refunds the unused share of the premium. */
export const cancelJuTokenInsurance = defineCall({
  method: 'POST',
  path: '/sales/cancelJuTokenInsurance',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ insuranceId: id }),
  output: z.object({ insurance, refunded: amount, transaction }),
  errors: ['INSURANCE_UNKNOWN', 'INSURANCE_NOT_ACTIVE', 'INSURANCE_SETTLING'],
});

export const cancelInsuranceList = defineCall({
  method: 'GET',
  path: '/sales/cancelInsurance/list',
  auth: 'session',
  idempotent: false,
  query: z.object({ ...paging, status: z.optional(insuranceStatus) }),
  output: z.object({ content: z.array(insurance), totalElements: count }),
  errors: [],
});
