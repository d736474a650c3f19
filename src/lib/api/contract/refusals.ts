import type { ErrorCode } from './error-codes.ts';

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
