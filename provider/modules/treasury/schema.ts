import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const treasuryPackage = pgTable('treasury_package', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  closedAt: moment('closed_at'),
  soldJuf: amountColumn('sold_juf').notNull().default(0n),
});

export const treasurySupply = pgTable('treasury_supply', {
  id: boolean('id').primaryKey().default(true),
  mintedJuf: amountColumn('minted_juf').notNull().default(0n),
  elsewhereJuf: amountColumn('elsewhere_juf'),
  contractCapJuf: amountColumn('contract_cap_juf'),
});

export const treasuryPurchase = pgTable('treasury_purchase', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  packageId: uuid('package_id').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  paidUsdt: amountColumn('paid_usdt').notNull(),
  price18: amountColumn('price18').notNull(),
  juf: amountColumn('juf').notNull(),
  claimedJuf: amountColumn('claimed_juf').notNull().default(0n),
  powerPerJuf: amountColumn('power_per_juf').notNull(),
  vestingSeconds: integer('vesting_seconds').notNull(),
  createdAt: moment('created_at').notNull(),
});

export type TreasuryPurchase = typeof treasuryPurchase.$inferSelect;
