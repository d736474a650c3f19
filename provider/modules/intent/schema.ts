import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const usedIntent = pgTable(
  'used_intent',
  {
    memberId: uuid('member_id').notNull(),
    nonce: bytes('nonce').notNull(),
    deadline: moment('deadline').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.nonce] })],
);

/** What members spent without the wallet's signature, in millionths of a US dollar. */
export const unsignedOrder = pgTable('unsigned_order', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  at: moment('at').notNull(),
  usd: amountColumn('usd').notNull(),
});
