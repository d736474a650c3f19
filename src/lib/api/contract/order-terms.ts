import { defineCall } from './define-call.ts';
import type { ErrorCode } from './error-codes.ts';
import { amount, amountText, bytes32, count, signature, text, usd } from './scalars.ts';
import { z } from './zod.ts';

/**
 * The wallet's signature on a purchase or a stake (EIP-712 `Order`, see docs/security.md), which moves at most `maxTotal` in its own token. Needed above what
 * `orderTerms` leaves; otherwise INTENT_REQUIRED.
 */
export const orderIntent = z.optional(
  z.strictObject({
    maxTotal: amountText,
    nonce: bytes32,
    /** Seconds since the epoch, as the wallet signs it. */
    deadline: z.int().check(z.gte(0)),
    signature,
  }),
);

/**
 * What the session alone can still spend and lock. An extension: a provider that lacks it asks for no signature, or says so only in a refusal.
 */
export const orderTerms = defineCall({
  method: 'GET',
  path: '/wallet/orderTerms',
  auth: 'session',
  idempotent: false,
  output: z.object({
    /** US dollars within 24 hours, of all purchases and stakes that the wallet didn't sign. */
    limitUsd: usd,
    /** What is left of that in each token; null without a reliable price, when the wallet is always asked. */
    left: z.object({ JU: z.nullable(amount), JUF: z.nullable(amount), USDT: z.nullable(amount) }),
    intent: z.object({
      domain: z.object({ name: text, version: text, chainId: count, salt: bytes32 }),
      types: z.record(text, z.array(z.object({ name: text, type: text }))),
      maxDeadlineSeconds: count,
    }),
  }),
  errors: [],
});

/** Refusals of every call that pays. */
export const payingRefusals = ['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM'] as const satisfies ErrorCode[];
/** Refusals of every call that spends or locks what the session alone may not: see `orderIntent`. */
export const orderRefusals = [
  ...payingRefusals,
  'INTENT_REQUIRED',
  'INTENT_EXPIRED',
  'INTENT_USED',
  'SIGNATURE_INVALID',
  'CHAIN_UNAVAILABLE',
  'PRICE_MOVED',
  'TERMS_CHANGED',
] as const satisfies ErrorCode[];
/** Refusals of every claim. */
export const claimRefusals = ['NOTHING_TO_CLAIM'] as const satisfies ErrorCode[];
