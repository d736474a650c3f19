import { amount, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import { isHex } from '../chain/is-hex.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';

/** Why the chain would revert a transaction, as far as there is a text for it. */
const revertReasons = [
  'PRICE_MOVED',
  'EXPIRED',
  'NO_LIQUIDITY',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_ALLOWANCE',
  /** The account can't pay for the amount plus the network's fee. */
  'INSUFFICIENT_FUNDS',
  'OTHER',
] as const;

/** The same number of blocks that a deposit waits for. */
export const SETTLED_AFTER_CONFIRMATIONS = 3;

const hex = z.custom<Hex>((value) => isHex(value));
const address = z.custom<Address>((value) => isHex(value, 20));
/** Base units in decimal digits. */
const units = z.string().check(z.regex(/^\d+$/));
const symbol = z.enum(['JUF', 'USDT', 'JU', 'WJU']);

const inclusion = { blockNumber: z.number(), blockHash: hex, confirmations: z.number(), gasFee: units };

/** A transaction's state. */
const transactionStatus = z.union([
  z.object({
    kind: z.literal('PENDING'),
    /** Since when the node doesn't know it, in ms since the epoch; null while it does. */
    missingSinceMs: z.nullable(z.number()),
    /** It was in a block that was reorganised away. */
    wasMined: z.boolean(),
  }),
  z.object({ kind: z.literal('CONFIRMED'), ...inclusion }),
  z.object({ kind: z.literal('REVERTED'), ...inclusion }),
  z.object({ kind: z.literal('REPLACED'), by: hex, as: z.enum(['CANCELLED', 'OTHER']), confirmations: z.number() }),
  /** No node knows it. It may still go through, from somebody who kept it, or under another hash. */
  z.object({ kind: z.literal('UNSEEN'), sinceMs: z.number() }),
]);

const trade = {
  tokenIn: symbol,
  tokenOut: symbol,
  decimalsIn: z.number(),
  decimalsOut: z.number(),
  exact: z.enum(['EXACT_IN', 'EXACT_OUT']),
  amountIn: units,
  amountOut: units,
  limit: units,
};

/** Its purpose, with what was promised when it was sent. */
const transactionPurpose = z.union([
  z.object({
    kind: z.enum(['APPROVE', 'RESET_ALLOWANCE']),
    token: symbol,
    decimals: z.number(),
    amount: units,
    /** The purpose of the approval, to show it again after a reload. */
    trade: z.optional(z.object(trade)),
  }),
  z.object({ kind: z.enum(['SWAP', 'WRAP', 'UNWRAP']), ...trade }),
  z.object({ kind: z.literal('DEPOSIT'), walletType, amount }),
]);

/** As the device stores it. */
export const trackedTransaction = z.object({
  /** The current hash: another transaction that does the same takes the place of the one that the wallet named. */
  hash: hex,
  firstHash: z.optional(hex),
  owner: address,
  to: address,
  data: hex,
  value: units,
  /** Null until the node has shown it. */
  nonce: z.nullable(z.number()),
  sentAtMs: z.number(),
  /** The newest block before the wallet was asked. */
  sentAtBlock: z.number(),
  /** Up to where the chain was searched for what it does. */
  searchedToBlock: z.optional(z.number()),
  purpose: transactionPurpose,
  status: transactionStatus,
  /** The actual input and output, once it's in a block. */
  outcome: z.optional(z.object({ amountIn: units, amountOut: units })),
  /** Why the chain reverted it, if that could be found out. */
  revertReason: z.optional(z.enum(revertReasons)),
  /** A deposit whose end the person has seen; later pages don't show it. */
  isEndSeen: z.optional(z.boolean()),
});

export type TransactionStatus = z.infer<typeof transactionStatus>;
export type TransactionPurpose = z.infer<typeof transactionPurpose>;
export type SwapPurpose = Exclude<TransactionPurpose, { kind: 'DEPOSIT' }>;
export type DepositPurpose = Extract<TransactionPurpose, { kind: 'DEPOSIT' }>;
export type TradePromised = z.infer<z.ZodMiniObject<typeof trade>>;
export type TrackedTransaction = z.infer<typeof trackedTransaction>;
export type SwapTransaction = TrackedTransaction & { purpose: SwapPurpose };
export type DepositTransaction = TrackedTransaction & { purpose: DepositPurpose };

/** The hash that the wallet named. */
export function idOf({ hash, firstHash }: Pick<TrackedTransaction, 'hash' | 'firstHash'>): string {
  return firstHash ?? hash;
}

/** Whether it's final. */
export function isSettled({ status }: Pick<TrackedTransaction, 'status'>): boolean {
  return 'confirmations' in status && status.confirmations >= SETTLED_AFTER_CONFIRMATIONS;
}

/** By its current hash or its first one. */
export function findTransaction(all: readonly TrackedTransaction[], hash: Hex): TrackedTransaction | undefined {
  return all.find((one) => one.hash === hash || one.firstHash === hash);
}

/** The text key of a status, if it has a name of its own. */
export function statusKey(
  status: TransactionStatus,
): 'PENDING' | 'REORGANISED' | 'CONFIRMED' | 'REVERTED' | 'CANCELLED' | 'OTHER' | 'UNSEEN' {
  if (status.kind === 'REPLACED') return status.as;
  return status.kind === 'PENDING' && status.wasMined ? 'REORGANISED' : status.kind;
}

export type RevertReason = (typeof revertReasons)[number];
