import { sql } from 'drizzle-orm';
import { bigint, boolean, pgEnum, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import { digest, hexColumn, moment } from '../db/columns.ts';
import { amountColumn, ledgerToken } from '../ledger/schema.ts';

export const chainOrderKind = pgEnum('chain_order_kind', ['PAYOUT', 'MINT', 'BURN', 'PROCEEDS']);
export const chainOrderStatus = pgEnum('chain_order_status', ['PENDING', 'POSTED', 'VOIDED']);
export const operatorNonceState = pgEnum('operator_nonce_state', ['OPEN', 'CONSUMED']);
export const operatorNonceOutcome = pgEnum('operator_nonce_outcome', ['DONE', 'REVERTED', 'TAKEN', 'EMPTY']);

const bytes = hexColumn('bytea');

export const chainOrder = pgTable('chain_order', {
  id: uuid('id').primaryKey(),
  kind: chainOrderKind('kind').notNull(),
  reference: text('reference').notNull(),
  contractId: digest('contract_id')
    .notNull()
    .generatedAlwaysAs(sql`sha256(('jufi:' || reference)::bytea)`),
  memberId: uuid('member_id'),
  token: ledgerToken('token').notNull(),
  recipient: text('recipient').$type<Address>().notNull(),
  amount: amountColumn('amount').notNull(),
  fee: amountColumn('fee').notNull().default(0n),
  usd: amountColumn('usd'),
  fromBlock: bigint('from_block', { mode: 'bigint' }).notNull(),
  createdAt: moment('created_at').notNull(),
  status: chainOrderStatus('status').notNull().default('PENDING'),
  isGivenUp: boolean('is_given_up').notNull().default(false),
  heldBecause: text('held_because'),
  heldUntil: moment('held_until'),
  chainHash: digest('chain_hash'),
  settledBlock: bigint('settled_block', { mode: 'bigint' }),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: moment('resolved_at'),
  lossBy: uuid('loss_by'),
  isRefused: boolean('is_refused').notNull().default(false),
});

export const payoutLine = pgTable(
  'payout_line',
  {
    memberId: uuid('member_id').notNull(),
    token: ledgerToken('token').notNull(),
    triedAt: moment('tried_at'),
    failures: smallint('failures').notNull().default(0),
    restUntil: moment('rest_until'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.token] })],
);

export const operatorNonce = pgTable(
  'operator_nonce',
  {
    sender: text('sender').$type<Address>().notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    orderId: uuid('order_id'),
    state: operatorNonceState('state').notNull().default('OPEN'),
    outcome: operatorNonceOutcome('outcome'),
    block: bigint('block', { mode: 'bigint' }),
    blockHash: digest('block_hash'),
    openedAt: moment('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sender, table.nonce] })],
);

export const operatorTransaction = pgTable('operator_transaction', {
  hash: digest('hash').primaryKey(),
  sender: text('sender').$type<Address>().notNull(),
  nonce: bigint('nonce', { mode: 'number' }).notNull(),
  isEmpty: boolean('is_empty').notNull(),
  raw: bytes('raw').notNull(),
  maxFeePerGas: amountColumn('max_fee_per_gas').notNull(),
  maxPriorityFeePerGas: amountColumn('max_priority_fee_per_gas').notNull(),
  signedAt: moment('signed_at').notNull(),
  sentAt: moment('sent_at'),
});

export const operatorLease = pgTable('operator_lease', {
  id: boolean('id').primaryKey().default(true),
  holder: uuid('holder').notNull(),
  until: moment('until').notNull(),
  turnedAt: moment('turned_at'),
});

export type ChainOrder = typeof chainOrder.$inferSelect;
export type OperatorTransaction = typeof operatorTransaction.$inferSelect;
