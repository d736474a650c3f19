import { sql } from 'drizzle-orm';
import { bigint, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export type ScoreKind = 'PURCHASE' | 'CLAIM' | 'PRIVILEGE' | 'CODE';

export const scoreEntry = pgTable('score_entry', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  kind: text('kind').$type<ScoreKind>().notNull(),
  points: bigint('points', { mode: 'bigint' }).notNull(),
  balanceAfter: bigint('balance_after', { mode: 'bigint' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** Null for rows older than versioned terms: they belong to the first version. */
  termsNumber: integer('terms_number').default(sql`terms_number()`),
});

export const scoreClaim = pgTable(
  'score_claim',
  {
    memberId: uuid('member_id').notNull(),
    /** A UTC day. */
    day: date('day', { mode: 'string' }).notNull(),
    entryId: uuid('entry_id').notNull(),
    streak: integer('streak').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
);
