import { defineCall } from './define-call.ts';
import { amount, count, id, paging, price, text, time } from './scalars.ts';
import { z } from './zod.ts';

export const treasuryPurchase = z.object({
  id,
  treasuryName: text,
  paid: amount,
  price,
  juf: amount,
  /** To date, claimed or not. */
  vestedJuf: amount,
  claimedJuf: amount,
  vestingEndsAt: time,
  insured: z.boolean(),
  status: z.enum(['VESTING', 'VESTED', 'CLAIMED']),
  createdAt: time,
});

export const purchaseTreasuryHistory = defineCall({
  method: 'GET',
  path: '/sales/purchaseTreasuryHistory',
  auth: 'session',
  idempotent: false,
  query: z.object(paging),
  output: z.object({ list: z.object({ content: z.array(treasuryPurchase), totalPages: count }) }),
  errors: [],
});
