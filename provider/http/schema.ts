import { bigint, customType, json, pgTable, primaryKey, smallint, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });

export const idempotentAnswer = pgTable(
  'idempotent_answer',
  {
    memberId: uuid('member_id').notNull(),
    key: uuid('key').notNull(),
    fingerprint: bytes('fingerprint').notNull(),
    status: smallint('status').notNull(),
    answer: json('answer').$type<unknown>().notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.key] })],
);

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
