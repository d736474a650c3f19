import { address, amount, bytes32, count, id, text, time, walletType } from './scalars.ts';
import { sponsor } from './user-info.ts';
import { z } from './zod.ts';

export const transactionKind = z.enum([
  'DEPOSIT',
  'PAYOUT',
  'TRANSFER',
  'TREASURY_PURCHASE',
  'VESTING_CLAIM',
  'STAKE',
  'ROI',
  'CAPITAL',
  'TURBO',
  'ROLE',
  'PRIVILEGE',
  'BONUS',
  'SCORE',
  'PREMIUM',
  'PREMIUM_REFUND',
  'INSURANCE_PAYOUT',
  'CODE',
  'ADJUSTMENT',
]);

/** A row of the transaction list, also returned by every call that moves value. */
export const transaction = z.object({
  id,
  kind: transactionKind,
  walletType,
  amount,
  direction: z.enum(['IN', 'OUT']),
  fee: amount,
  /** Another member, or an address on the chain. */
  counterparty: z.optional(z.union([sponsor, z.object({ address })])),
  remark: z.optional(text),
  /** What it was for: the package and the JUF bought, or the days staked for. A provider may lack it. */
  subject: z.optional(z.union([z.object({ packageName: text, juf: amount }), z.object({ days: count })])),
  /** The chain's if there is one, otherwise the ledger's. */
  hash: bytes32,
  status: z.enum(['PENDING', 'POSTED', 'VOIDED']),
  createdAt: time,
  balanceAfter: amount,
});

export type TransactionRow = z.output<typeof transaction>;
/** As the provider writes it. */
export type SentTransaction = z.input<typeof transaction>;
export type TransactionKind = z.output<typeof transactionKind>;
