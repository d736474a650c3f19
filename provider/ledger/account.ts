import type { TransactionKind as ContractKind } from '../../src/lib/api/contract/transaction.ts';

export const TOKENS = ['JU', 'JUF', 'USDT'] as const;
export type Token = (typeof TOKENS)[number];

export type TransactionKind = ContractKind;

/** A member's own accounts. */
export const MEMBER_ACCOUNT_KINDS = ['AVAILABLE', 'LOCKED'] as const;
/** Reserved for a single promise; opened by the first entry that funds them. */
const PROMISE_ACCOUNT_KINDS = [
  'STAKED',
  'VESTING',
  'REWARD_POOL_RESERVED',
  'INSURANCE_POOL_RESERVED',
  'UNEARNED_PREMIUM',
  'DEPOSIT_IN_TRANSIT',
  'PAYOUT_IN_TRANSIT',
] as const;
/**
 * The system's accounts. Only the last three may be negative; `VAULT` is the vault as seen from the outside world, and what it is below
 * zero is held there on the chain.
 */
const POOLED_ACCOUNT_KINDS = [
  'TREASURY',
  'REWARD_POOL_FREE',
  'BONUS_POOL',
  'INSURANCE_POOL_FREE',
  'FEES',
  'BURNED',
  'UNCOVERED_LOSS',
  'OUTSIDE_WORLD',
  'VAULT',
] as const;
/** In the order of the database type, which locks and hashes follow. */
export const ACCOUNT_KINDS = [...MEMBER_ACCOUNT_KINDS, ...PROMISE_ACCOUNT_KINDS, ...POOLED_ACCOUNT_KINDS] as const;

type MemberAccountKind = (typeof MEMBER_ACCOUNT_KINDS)[number];
type PromiseAccountKind = (typeof PROMISE_ACCOUNT_KINDS)[number];
export type PooledAccountKind = (typeof POOLED_ACCOUNT_KINDS)[number];
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** `ownerId` is the member, the promise, or `NOBODY`. Use the three functions below to create one. */
export type Account = { readonly kind: AccountKind; readonly ownerId: string };

export const NOBODY = '00000000-0000-0000-0000-000000000000';

export function memberAccount(kind: MemberAccountKind, memberId: string): Account {
  return { kind, ownerId: memberId.toLowerCase() };
}

/** The account of a single promise: it pays for nothing else, and nothing else pays for it. */
export function promiseAccount(kind: PromiseAccountKind, promiseId: string): Account {
  return { kind, ownerId: promiseId.toLowerCase() };
}

export function pooledAccount(kind: PooledAccountKind): Account {
  return { kind, ownerId: NOBODY };
}
