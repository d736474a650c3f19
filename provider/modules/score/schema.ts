import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const scoreEntry = pgTable('score_entry', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  kind: text('kind').$type<'PURCHASE' | 'CLAIM' | 'PRIVILEGE' | 'CODE'>().notNull(),
  points: bigint('points', { mode: 'bigint' }).notNull(),
  balanceAfter: bigint('balance_after', { mode: 'bigint' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});
