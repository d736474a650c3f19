import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export type InsuranceStatus = 'ACTIVE' | 'CANCELLED' | 'PAID' | 'EXPIRED';

export const insurance = pgTable('insurance', {
  id: uuid('id').primaryKey(),
  purchaseId: uuid('purchase_id').notNull(),
  memberId: uuid('member_id').notNull(),
  insuredUsdt: amountColumn('insured_usdt').notNull(),
  coveredJuf: amountColumn('covered_juf').notNull(),
  referencePrice18: amountColumn('reference_price18').notNull(),
  payoutCapUsdt: amountColumn('payout_cap_usdt').notNull(),
  maxPayoutUsdt: amountColumn('max_payout_usdt').notNull(),
  premiumUsdt: amountColumn('premium_usdt').notNull(),
  earnedUsdt: amountColumn('earned_usdt').notNull().default(0n),
  startedAt: moment('started_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  noCancelDays: integer('no_cancel_days').notNull().default(7),
  settlementShortHours: integer('settlement_short_hours').notNull().default(24),
  settlementLongHours: integer('settlement_long_hours').notNull().default(168),
  status: text('status').$type<InsuranceStatus>().notNull().default('ACTIVE'),
  endedAt: moment('ended_at'),
  settlementPrice18: amountColumn('settlement_price18'),
  settledUsdt: amountColumn('settled_usdt'),
  refundedUsdt: amountColumn('refunded_usdt'),
  endTransactionId: uuid('end_transaction_id'),
});

export type Insurance = typeof insurance.$inferSelect;
