import type { ErrorCode } from './error-codes.ts';

/** Refusals of every call that pays. */
export const payingRefusals = ['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM'] as const satisfies ErrorCode[];
/** Refusals of every claim. */
export const claimRefusals = ['NOTHING_TO_CLAIM'] as const satisfies ErrorCode[];
