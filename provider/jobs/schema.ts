import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

export const ledgerAuditRun = pgTable('ledger_audit_run', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  sound: boolean('sound').notNull(),
  code: text('code'),
});
