import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const vestingClaim = pgTable('vesting_claim', {
  id: uuid('id').primaryKey(),
  purchaseId: uuid('purchase_id').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  juf: amountColumn('juf').notNull(),
  createdAt: moment('created_at').notNull(),
});
