import { customType, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const digest = (sqlType: 'bytea' | 'ledger_digest') =>
  customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => sqlType, toDriver: (value) => Buffer.from(value) });

/** The baseline migration says what each is for. */
export const erasedName = pgTable('erased_name', { digest: digest('bytea')('digest').primaryKey() });

export const erasedRemark = pgTable('erased_remark', {
  transactionId: uuid('transaction_id').primaryKey(),
  hash: digest('ledger_digest')('hash').notNull(),
  erasedAt: timestamp('erased_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
});
