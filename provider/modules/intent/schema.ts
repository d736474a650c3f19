import { customType, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { amountColumn } from '../../ledger/schema.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });

export const usedIntent = pgTable(
  'used_intent',
  {
    memberId: uuid('member_id').notNull(),
    nonce: bytes('nonce').notNull(),
    deadline: timestamp('deadline', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.nonce] })],
);

/** What members spent without the wallet's signature, in millionths of a US dollar. */
export const unsignedOrder = pgTable('unsigned_order', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  usd: amountColumn('usd').notNull(),
});
