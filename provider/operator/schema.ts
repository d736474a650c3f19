import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

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
});
