import { recipientOf } from '../../identifier.ts';
import { plainText } from '../../plain-text.ts';
import { defineCall } from './define-call.ts';
import { payingRefusals } from './order-terms.ts';
import { address, amount, amountText, bytes32, count, id, positiveAmount, rate, signature, text, uid, usd, walletType } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

/** To another member, or to the member's own address on the chain. */
const destination = z.enum(['MEMBER', 'CHAIN']);
/** An address, a uid or a username. */
const recipientName = z.string().check(z.minLength(1), z.maxLength(80, { abort: true }), z.overwrite(recipientOf));

export const REMARK_MAX_LENGTH = 140;

/** Signed and shown exactly as it is, so deceptive characters are refused rather than removed. */
const remark = z.optional(
  z.string().check(
    z.maxLength(REMARK_MAX_LENGTH, { abort: true }),
    z.refine((text) => plainText(text) === text, 'DECEPTIVE'),
  ),
);

export const recipient = z.object({ id, uid, username: text, address });

/** The EIP-712 data for the wallet to sign. */
export const transferIntent = z.object({
  domain: z.object({ name: text, version: text, chainId: count, verifyingContract: z.optional(address), salt: z.optional(bytes32) }),
  types: z.record(text, z.array(z.object({ name: text, type: text }))),
  nonce: bytes32,
  maxDeadlineSeconds: count,
});

/** The terms of a transfer, and who `to` is. */
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
    /** US dollars that can still be paid out today; null without a daily limit. */
    dailyLeft: z.nullable(usd),
    recipient: z.optional(recipient),
    /** With shortened addresses, as in every list. */
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
    maxFee: amountText,
    remark,
    nonce: bytes32,
    /** Seconds since the epoch, as the wallet signs it. */
    deadline: z.int().check(z.gte(0)),
    signature,
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
