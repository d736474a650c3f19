import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const terms = pgTable('terms', {
  number: integer('number').primaryKey(),
  at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  appliedBy: text('applied_by').notNull(),
  reason: text('reason').notNull(),
  document: jsonb('document').$type<unknown>().notNull(),
  hash: text('hash').notNull(),
});

export type TermsVersion = typeof terms.$inferSelect;
