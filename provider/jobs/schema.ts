import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const ledgerAuditRun = pgTable('ledger_audit_run', {
  id: uuid('id').primaryKey(),
  at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  sound: boolean('sound').notNull(),
  code: text('code'),
});
