import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../db/columns.ts';

/** Look-ups of the last day. An unlogged table: a crash empties it. */
export const lookUp = pgTable(
  'look_up',
  {
    memberId: uuid('member_id').notNull(),
    kind: text('kind').notNull(),
    subject: bytes('subject').notNull(),
    client: text('client').notNull(),
    lookedUpAt: moment('looked_up_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.subject] })],
);
