import { defineCall } from './define-call.ts';
import { amount, count, emptyBody, id, paging, rate, time } from './scalars.ts';
import { claimRefusals } from './order-terms.ts';
import { level, levelQuery } from './team.ts';
import { transaction } from './transaction.ts';
import { sponsor } from './user-info.ts';
import { z } from './zod.ts';

const bonusKind = z.enum(['TREASURY', 'ROLE']);

/** In USDT. */
export const bonusInfo = defineCall({
  method: 'GET',
  path: '/profile/bonusInfo',
  auth: 'session',
  idempotent: false,
  output: z.object({
    totalEarned: amount,
    claimed: amount,
    claimable: amount,
    byLevel: z.array(z.object({ level, amount })),
    byKind: z.array(z.object({ kind: bonusKind, amount })),
    /** The bonus pool's balance. */
    pool: amount,
  }),
  errors: [],
});

export const bonus = z.object({
  id,
  kind: bonusKind,
  level,
  from: sponsor,
  /** The amount that the rate applies to. */
  base: amount,
  rate,
  amount,
  status: z.enum(['CLAIMABLE', 'CLAIMED']),
  createdAt: time,
});

export const bonusLog = defineCall({
  method: 'GET',
  path: '/profile/bonusLog',
  auth: 'session',
  idempotent: false,
  query: z.object({ ...paging, kind: z.optional(bonusKind), level: levelQuery, from: z.optional(time), to: z.optional(time) }),
  output: z.object({ data: z.array(bonus), totalPage: count }),
  errors: [],
});

export const claimBonus = defineCall({
  method: 'POST',
  path: '/profile/claimBonus',
  auth: 'session',
  idempotent: true,
  body: emptyBody,
  output: z.object({ claimed: amount, transaction }),
  errors: [...claimRefusals],
});
