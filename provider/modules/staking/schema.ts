import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const staking = pgTable('staking', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  amount: amountColumn('amount').notNull(),
  tierCode: text('tier_code').notNull(),
  multiplier: integer('multiplier').notNull(),
  maxTurboUnits: integer('max_turbo_units').notNull(),
  days: integer('days').notNull(),
  apr: integer('apr').notNull(),
  startedAt: moment('started_at').notNull(),
  maturesAt: moment('matures_at').notNull(),
  promisedRoi: amountColumn('promised_roi').notNull(),
  claimedRoi: amountColumn('claimed_roi')
    .notNull()
    .default(sql`0`),
  withdrawnAt: moment('withdrawn_at'),
});

export const stakingTurbo = pgTable('staking_turbo', {
  id: uuid('id').primaryKey(),
  stakingId: uuid('staking_id').notNull(),
  units: integer('units').notNull(),
  boost: integer('boost').notNull(),
  paid: amountColumn('paid').notNull(),
  startedAt: moment('started_at').notNull(),
  endsAt: moment('ends_at').notNull(),
});

export type StakingRow = typeof staking.$inferSelect;
export type TurboRow = typeof stakingTurbo.$inferSelect;
