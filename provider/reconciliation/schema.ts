import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { digest, moment } from '../db/columns.ts';
import { amountColumn, ledgerToken } from '../ledger/schema.ts';

/** Keeps the name of its first version, since a process of the version before writes to it during an upgrade. */
export const unreconciledPayment = pgTable('unknown_deed', {
  contractId: digest('contract_id').primaryKey(),
  burnNumber: integer('burn_number'),
  token: ledgerToken('token'),
  tokenAddress: text('token_address').notNull(),
  recipient: text('recipient').notNull(),
  amount: amountColumn('amount').notNull(),
  blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
  txHash: digest('tx_hash').notNull(),
  foundAt: moment('found_at').notNull(),
  settledAt: moment('settled_at'),
});

export const reconciliationScan = pgTable(
  'deed_scan',
  {
    chainId: bigint('chain_id', { mode: 'bigint' }).notNull(),
    vault: text('vault').notNull(),
    scannedNumber: bigint('scanned_number', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.vault] })],
);

export const adjustment = pgTable('adjustment', {
  id: uuid('id').primaryKey(),
  contractId: digest('contract_id').notNull(),
  memberId: uuid('member_id'),
  why: text('why').notNull(),
  needsTwo: boolean('needs_two').notNull(),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  approvedBy: text('approved_by'),
  bookedAt: moment('booked_at'),
});
