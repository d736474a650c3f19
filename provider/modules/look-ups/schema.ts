import { customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });

/** Look-ups of the last day. An unlogged table: a crash empties it. */
export const lookUp = pgTable(
  'look_up',
  {
    memberId: uuid('member_id').notNull(),
    kind: text('kind').notNull(),
    subject: bytes('subject').notNull(),
    client: text('client').notNull(),
    lookedUpAt: timestamp('looked_up_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.subject] })],
);
