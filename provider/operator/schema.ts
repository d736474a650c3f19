import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

export const proposal = pgTable('proposal', {
  id: uuid('id').primaryKey(),
  command: text('command').notNull(),
  operands: jsonb('operands').$type<string[]>().notNull(),
  options: jsonb('options').$type<Record<string, string>>().notNull(),
  says: text('says').notNull(),
  why: text('why').notNull(),
  about: uuid('about'),
  proposedBy: text('proposed_by').notNull(),
  proposedAt: moment('proposed_at').notNull(),
  approvedBy: text('approved_by'),
  approvedAt: moment('approved_at'),
});

export const operatorAct = pgTable('operator_act', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  osUser: text('os_user').notNull(),
  operator: text('operator'),
  command: text('command').notNull(),
  operands: jsonb('operands').notNull(),
  options: jsonb('options').notNull(),
  why: text('why'),
  outcome: text('outcome'),
  endedAt: moment('ended_at'),
  about: uuid('about'),
  role: text('role'),
});
