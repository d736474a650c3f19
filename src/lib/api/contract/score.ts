import { defineCall } from './define-call.ts';
import { claimRefusals, orderIntent, orderRefusals } from './order-terms.ts';
import { amount, count, emptyBody, id, paging, rate, receipt, terms, time, walletType } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

/** `nextLevelAt` is null on the highest level, `nextClaimAt` while there is something to claim. */
export const juScoreInfo = defineCall({
  method: 'GET',
  path: '/sales/juScore/info',
  auth: 'session',
  idempotent: false,
  output: z.object({
    score: count,
    level: count,
    nextLevelAt: z.nullable(count),
    feeDiscount: rate,
    claimable: count,
    nextClaimAt: z.nullable(time),
    streak: count,
    pricePerPoint: amount,
    walletType,
    boughtToday: count,
    dailyLimit: count,
    /** Before any discount. An extension: a provider may lack it. */
    transferFeeRate: z.optional(rate),
    /** The most points that one day's claim brings. An extension as well. */
    claimMax: z.optional(count),
    terms,
  }),
  errors: [],
});

/** What each level requires and gives, lowest first. An extension: a provider may lack it. */
export const juScoreLevels = defineCall({
  method: 'GET',
  path: '/sales/juScore/levels',
  auth: 'session',
  idempotent: false,
  output: z.object({ levels: z.array(z.object({ level: count, from: count, feeDiscount: rate })) }),
  errors: [],
});

export const juScorePurchase = defineCall({
  method: 'POST',
  path: '/sales/juScore/purchase',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ points: z.int().check(z.gte(1)), terms, intent: orderIntent }),
  output: z.object({ score: count, paid: amount, transaction }),
  errors: [...orderRefusals, 'DAILY_LIMIT'],
});

/** Once per UTC day. */
export const juScoreClaim = defineCall({
  method: 'POST',
  path: '/sales/juScore/claim',
  auth: 'session',
  idempotent: true,
  body: emptyBody,
  output: z.object({ claimed: count, score: count, streak: count, nextClaimAt: time, receipt: z.optional(receipt) }),
  errors: [...claimRefusals],
});

export const scoreEntry = z.object({
  id,
  kind: z.enum(['PURCHASE', 'CLAIM', 'PRIVILEGE', 'CODE']),
  points: count,
  balanceAfter: count,
  createdAt: time,
});

export const juScoreHistory = defineCall({
  method: 'GET',
  path: '/sales/juScore/history',
  auth: 'session',
  idempotent: false,
  query: z.object(paging),
  output: z.object({ list: z.object({ content: z.array(scoreEntry), totalPages: count }) }),
  errors: [],
});
