import { defineCall } from './define-call.ts';
import { claimRefusals, orderIntent, orderRefusals } from './order-terms.ts';
import { amount, count, id, paging, positiveAmount, rate, terms, text } from './scalars.ts';
import { stakingPosition, stakingStatus, turboCharge as turboChargeData } from './staking-position.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

export const stakingTier = z.object({ id, name: text, minAmount: amount, multiplier: rate, maxTurbo: count });
export const stakingPeriod = z.object({ id, days: count, apr: rate });

/** `tier` is the name of the highest active one, null without a stake. */
export const stakingInfo = defineCall({
  method: 'GET',
  path: '/staking/info',
  auth: 'session',
  idempotent: false,
  output: z.object({
    currentStaking: z.object({ total: amount, positions: count, accruedRoi: amount, claimedRoi: amount, tier: z.nullable(text) }),
    tierList: z.array(stakingTier),
    periodList: z.array(stakingPeriod),
    turboChargeInfo: z.object({
      walletType: z.literal('JU'),
      pricePerUnit: amount,
      perJuf: amount,
      boostPerUnit: rate,
      durationDays: count,
    }),
    rewardPool: z.object({ free: amount, reserved: amount }),
    terms,
  }),
  errors: [],
});

export const stakingList = defineCall({
  method: 'GET',
  path: '/staking/stakingList',
  auth: 'session',
  idempotent: false,
  query: z.object({ ...paging, status: z.optional(stakingStatus) }),
  output: z.object({ stakingList: z.object({ content: z.array(stakingPosition), totalPages: count }) }),
  errors: [],
});

/** In JUF. */
export const stakingPurchase = defineCall({
  method: 'POST',
  path: '/staking/stakingPurchase',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ amount: positiveAmount, periodId: id, terms, intent: orderIntent }),
  output: z.object({ staking: stakingPosition, transaction }),
  errors: [...orderRefusals, 'PERIOD_UNKNOWN', 'POOL_DRAINED'],
});

export const turboChargeList = defineCall({
  method: 'GET',
  path: '/staking/turboChargeList',
  auth: 'session',
  idempotent: false,
  query: z.object({ ...paging, stakingId: z.optional(id) }),
  output: z.object({ list: z.object({ content: z.array(turboChargeData), totalElements: count }) }),
  errors: ['STAKING_UNKNOWN'],
});

/** Claims the return of one position, or of all. */
export const claimRoi = defineCall({
  method: 'POST',
  path: '/staking/claimRoi',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ stakingId: z.optional(id) }),
  output: z.object({ claimed: amount, transaction }),
  errors: [...claimRefusals, 'STAKING_UNKNOWN'],
});
