import { plainText } from '../../plain-text.ts';
import { defineCall } from './define-call.ts';
import { paging } from './query-values.ts';
import { payingRefusals } from './refusals.ts';
import { address, amount, bytes32, count, day, hex, id, positiveAmount, rate, text, time, uid, usd, walletType } from './scalars.ts';
import { transaction, transactionKind } from './transaction.ts';
import { z } from './zod.ts';

export const walletBalance = z.object({
  walletType,
  balance: amount,
  locked: amount,
  usd: z.nullable(usd),
  decimals: count,
  /** Null for the chain's own currency. */
  tokenAddress: z.nullable(address),
});

/** The member's leaf of a Merkle sum tree and the way up to its root. */
export const reserveProof = z.object({
  date: day,
  root: bytes32,
  salt: bytes32,
  path: z.array(z.object({ side: z.enum(['LEFT', 'RIGHT']), hash: bytes32, sums: z.object({ JU: amount, JUF: amount, USDT: amount }) })),
});

/** `usd` is null while no price is known, `vault` while there is none to send deposits to. */
export const walletOverview = defineCall({
  method: 'GET',
  path: '/wallet/overview',
  auth: 'session',
  idempotent: false,
  output: z.object({
    walletList: z.array(walletBalance),
    totalUsd: z.nullable(usd),
    vault: z.nullable(address),
    pendingDeposits: z.array(z.object({ hash: bytes32, walletType, amount, confirmations: count })),
    reserveProof: z.optional(reserveProof),
  }),
  errors: [],
});

/** To another member, or to one's own address on the chain. */
const destination = z.enum(['MEMBER', 'CHAIN']);
/** An address, a uid or a username. */
const recipientName = z.string().check(z.minLength(1), z.maxLength(80));

/** Signed and shown to the letter, so what would deceive its reader is refused and not mended. */
const remark = z.optional(
  z.string().check(
    z.maxLength(140, { abort: true }),
    z.refine((text) => plainText(text) === text, 'DECEPTIVE'),
  ),
);

export const recipient = z.object({ id, uid, username: text, address });

/** What the wallet is to sign, EIP-712. */
export const transferIntent = z.object({
  domain: z.object({ name: text, version: text, chainId: count, verifyingContract: z.optional(address), salt: z.optional(bytes32) }),
  types: z.record(text, z.array(z.object({ name: text, type: text }))),
  nonce: bytes32,
  maxDeadlineSeconds: count,
});

/** What a transfer would be bound by, and who `to` is. */
export const walletTransferTerms = defineCall({
  method: 'GET',
  path: '/wallet/transfer',
  auth: 'session',
  idempotent: false,
  query: z.object({ walletType, destination: z.optional(destination), to: z.optional(recipientName) }),
  output: z.object({
    walletType,
    available: amount,
    minAmount: amount,
    maxAmount: amount,
    feeRate: rate,
    feeMin: amount,
    /** US dollars that can still be paid out today; null where there is no daily limit. */
    dailyLeft: z.nullable(usd),
    recipient: z.optional(recipient),
    /** Their addresses shortened, as in every list. */
    recentRecipients: z.array(z.object({ ...recipient.shape, address: text })),
    intent: transferIntent,
  }),
  errors: ['RECIPIENT_UNKNOWN'],
});

export const walletTransfer = defineCall({
  method: 'POST',
  path: '/wallet/transfer',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({
    destination,
    walletType,
    to: recipientName,
    amount: positiveAmount,
    maxFee: amount,
    remark,
    nonce: bytes32,
    /** Seconds since the epoch, as the wallet signs it. */
    deadline: z.int().check(z.gte(0)),
    signature: hex,
  }),
  output: z.object({ transaction }),
  errors: [
    ...payingRefusals,
    'RECIPIENT_UNKNOWN',
    'SIGNATURE_INVALID',
    'INTENT_EXPIRED',
    'INTENT_USED',
    'FEE_CHANGED',
    'TRANSFER_TO_SELF',
    'PAYOUT_LIMIT',
    'VAULT_LOW',
    'PRICE_UNAVAILABLE',
    'CHAIN_UNAVAILABLE',
  ],
});

/** Newest first; `from` counts in, `to` does not. */
export const walletTransactionList = defineCall({
  method: 'GET',
  path: '/wallet/transaction/list',
  auth: 'session',
  idempotent: false,
  query: z.object({
    ...paging,
    walletType: z.optional(walletType),
    kind: z.optional(transactionKind),
    from: z.optional(time),
    to: z.optional(time),
  }),
  output: z.object({ data: z.array(transaction), totalPage: count }),
  errors: [],
});
