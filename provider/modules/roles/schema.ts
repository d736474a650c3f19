import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const memberRole = pgTable('member_role', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  roleCode: text('role_code').notNull(),
  source: text('source').$type<'GRANTED' | 'PURCHASED' | 'CODE'>().notNull(),
  paidUsdtBaseUnits: amountColumn('paid_usdt_base_units').notNull(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull(),
  /** Null for rows older than versioned terms: they belong to the first version. */
  termsNumber: integer('terms_number').default(sql`terms_number()`),
});

export const rolePrivilege = pgTable('role_privilege', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  period: integer('period').notNull(),
  roleCode: text('role_code').notNull(),
  dueAt: moment('due_at').notNull(),
  juf: amountColumn('juf').notNull(),
  score: integer('score').notNull(),
  reservedAt: moment('reserved_at').notNull(),
  claimedAt: moment('claimed_at'),
  claimTransactionId: uuid('claim_transaction_id'),
  lapsedAt: moment('lapsed_at'),
});

export type PrivilegeRow = typeof rolePrivilege.$inferSelect;
