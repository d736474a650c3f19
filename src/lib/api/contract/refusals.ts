import { type ErrorCode } from './error-codes.ts';

/** What any call that pays can be refused with. */
export const payingRefusals = ['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM'] as const satisfies ErrorCode[];
/** What any claim can be refused with. */
export const claimRefusals = ['NOTHING_TO_CLAIM'] as const satisfies ErrorCode[];
