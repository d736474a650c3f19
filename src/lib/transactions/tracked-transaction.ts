import { z } from '../api/contract/zod.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import { revertReasons } from './revert-reason.ts';
import { SETTLED_AFTER_CONFIRMATIONS } from './settled-after.ts';

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value));
/** Base units in decimal digits. */
const units = z.string().check(z.regex(/^\d+$/));
const symbol = z.enum(['JUF', 'USDT', 'JU', 'WJU']);

const inclusion = { blockNumber: z.number(), blockHash: hex, confirmations: z.number(), gasFee: units };

/** Where a transaction stands. */
const transactionStatus = z.union([
  z.object({
    kind: z.literal('PENDING'),
    /** Since when the node does not know it, in ms since the epoch; null while it does. */
    missingSinceMs: z.nullable(z.number()),
    /** It was in a block that the chain gave up again. */
    wasMined: z.boolean(),
  }),
  z.object({ kind: z.literal('CONFIRMED'), ...inclusion }),
  z.object({ kind: z.literal('REVERTED'), ...inclusion }),
  z.object({ kind: z.literal('REPLACED'), by: hex, as: z.enum(['CANCELLED', 'OTHER']) }),
  z.object({ kind: z.literal('DROPPED'), sinceMs: z.number() }),
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

/** What it is for, with what was promised when it was sent. */
const transactionPurpose = z.union([
  z.object({
    kind: z.enum(['APPROVE', 'RESET_ALLOWANCE']),
    token: symbol,
    decimals: z.number(),
    amount: units,
    /** What the token is approved for, to show it again after a reload. */
    trade: z.optional(z.object(trade)),
  }),
  z.object({ kind: z.enum(['SWAP', 'WRAP', 'UNWRAP']), ...trade }),
]);

const trackedTransaction = z.object({
  /** The one that stands for it now; a faster one takes the place of the first. */
  hash: hex,
  spedUpFrom: z.optional(hex),
  owner: address,
  to: address,
  data: hex,
  value: units,
  /** Null until the node has shown it. */
  nonce: z.nullable(z.number()),
  sentAtMs: z.number(),
  sentAtBlock: z.number(),
  purpose: transactionPurpose,
  status: transactionStatus,
  /** What really went in and came out, once it is in a block. */
  outcome: z.optional(z.object({ amountIn: units, amountOut: units })),
  /** Why the chain undid it, where that could be found out. */
  revertReason: z.optional(z.enum(revertReasons)),
});

export type TransactionStatus = z.infer<typeof transactionStatus>;
export type TransactionPurpose = z.infer<typeof transactionPurpose>;
export type TradePromised = z.infer<z.ZodMiniObject<typeof trade>>;
export type TrackedTransaction = z.infer<typeof trackedTransaction>;

/** Reads what a device kept; what cannot be understood is left out. */
export function readTrackedTransactions(text: string | null): TrackedTransaction[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept)
      ? kept.flatMap((value: unknown) => {
          const parsed = trackedTransaction.safeParse(value);
          return parsed.success ? [parsed.data] : [];
        })
      : [];
  } catch {
    return [];
  }
}

/** Whether nothing more is expected of it. One that was dropped may still be sent again by somebody who kept it. */
export function isSettled({ status }: Pick<TrackedTransaction, 'status'>): boolean {
  if (status.kind === 'CONFIRMED' || status.kind === 'REVERTED') return status.confirmations >= SETTLED_AFTER_CONFIRMATIONS;
  return status.kind === 'REPLACED';
}
