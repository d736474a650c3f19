import { integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

export const terms = pgTable('terms', {
  number: integer('number').primaryKey(),
  at: moment('at').notNull(),
  appliedBy: text('applied_by').notNull(),
  reason: text('reason').notNull(),
  /** Why they are in force though the check found them odd, and which findings those were. */
  despite: text('despite'),
  document: jsonb('document').$type<unknown>().notNull(),
  hash: text('hash').notNull(),
});

export const termsRole = pgTable(
  'terms_role',
  {
    termsNumber: integer('terms_number').notNull(),
    code: text('code').notNull(),
    terms: jsonb('terms').notNull(),
    power: numeric('power').notNull(),
    bonusCapRate: numeric('bonus_cap_rate').notNull(),
  },
  (table) => [primaryKey({ columns: [table.termsNumber, table.code] })],
);

export const termsPoints = pgTable('terms_points', {
  termsNumber: integer('terms_number').primaryKey(),
  pointsPerPower: numeric('points_per_power').notNull(),
  maxFromScore: numeric('max_from_score').notNull(),
});

export type TermsVersion = typeof terms.$inferSelect;
