import { bigint, customType, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });

export const listPage = pgTable(
  'list_page',
  {
    tokenHash: bytes('token_hash').notNull(),
    list: bytes('list').notNull(),
    total: bigint('total', { mode: 'bigint' }).notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.list] })],
);
