import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export type SaleKind = 'TREASURY' | 'ROLE';

export const referralSale = pgTable('referral_sale', {
  id: uuid('id').primaryKey(),
  buyerId: uuid('buyer_id').notNull(),
  kind: text('kind').$type<SaleKind>().notNull(),
  base: amountColumn('base').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const bonusClaim = pgTable('bonus_claim', {
  transactionId: uuid('transaction_id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  amount: amountColumn('amount').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const bonus = pgTable('bonus', {
  id: uuid('id').primaryKey(),
  saleId: uuid('sale_id').notNull(),
  memberId: uuid('member_id').notNull(),
  kind: text('kind').$type<SaleKind>().notNull(),
  level: smallint('level').notNull(),
  rate: integer('rate').notNull(),
  amount: amountColumn('amount').notNull(),
  createdAt: moment('created_at').notNull(),
  claimId: uuid('claim_id'),
  heldUntil: moment('held_until'),
});

/** A member's total bonuses, claimed or not; counted by the database. */
export const bonusTotal = pgTable('bonus_total', {
  memberId: uuid('member_id').primaryKey(),
  earned: amountColumn('earned').notNull(),
});

/** The bindings that a bonus came by and that weren't final when it was earned. */
export const bonusHold = pgTable(
  'bonus_hold',
  { bonusId: uuid('bonus_id').notNull(), bindingId: uuid('binding_id').notNull() },
  (table) => [primaryKey({ columns: [table.bonusId, table.bindingId] })],
);
