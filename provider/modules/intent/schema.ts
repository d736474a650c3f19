import { customType, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

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
