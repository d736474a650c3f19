import { customType, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

const digest = (sqlType: 'bytea' | 'ledger_digest') =>
  customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => sqlType, toDriver: (value) => Buffer.from(value) });

/** Digests of erased members' names, so that nobody gets a name that others may still send to, and nobody can read one here. */
export const erasedName = pgTable('erased_name', { digest: digest('bytea')('digest').primaryKey() });

/** The hash that a transaction has without its erased remark, so that the audit still notices any changed figure. */
export const erasedRemark = pgTable('erased_remark', {
  transactionId: uuid('transaction_id').primaryKey(),
  hash: digest('ledger_digest')('hash').notNull(),
  erasedAt: moment('erased_at').notNull(),
});
