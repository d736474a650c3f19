import { defineCall } from './define-call.ts';
import { amount, count, signedUsd, text, time, walletType } from './scalars.ts';
import { z } from './zod.ts';

/**
 * What stakes returned and bonuses and privileges brought, claimed or not; the JUF that discounts added to what has vested; and what turbo cost, which counts
 * against them. `usd` is null while there is no price.
 */
const earned = z.object({
  kind: z.enum(['RETURNS', 'TURBO', 'BONUSES', 'PRIVILEGES', 'DISCOUNT']),
  walletType,
  amount,
  usd: z.nullable(signedUsd),
});

const coming = z.object({
  kind: z.enum(['MATURES', 'VESTED', 'PRIVILEGE', 'VOTE_ENDS']),
  /** Id of the stake, the purchase or the poll. */
  id: text,
  at: time,
  amount: z.optional(amount),
  walletType: z.optional(walletType),
  /** A poll’s, in the caller’s language. */
  title: z.optional(text),
});

/**
 * The member's UTC month so far in parts, at today's prices: what they earned, and what the prices of JUF and JU did to what they held on each day. The
 * stakes that have matured and wait to be withdrawn. And what comes next, soonest first. An extension: a provider may lack it.
 */
export const outlook = defineCall({
  method: 'GET',
  path: '/dashboard/outlook',
  auth: 'session',
  idempotent: false,
  output: z.object({
    month: z.object({ from: time, earned: z.array(earned), priceUsd: z.nullable(signedUsd), totalUsd: z.nullable(signedUsd) }),
    matured: z.nullable(z.object({ amount, since: time, count })),
    coming: z.array(coming),
  }),
  errors: [],
});
