import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { amountColumn } from '../../ledger/schema.ts';

export const vestingClaim = pgTable('vesting_claim', {
  id: uuid('id').primaryKey(),
  purchaseId: uuid('purchase_id').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  juf: amountColumn('juf').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
});
