import { bigint, json, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../db/columns.ts';

export const idempotentAnswer = pgTable(
  'idempotent_answer',
  {
    memberId: uuid('member_id').notNull(),
    key: uuid('key').notNull(),
    fingerprint: bytes('fingerprint').notNull(),
    status: smallint('status').notNull(),
    answer: json('answer').$type<unknown>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.key] })],
);

export const listPage = pgTable(
  'list_page',
  {
    tokenHash: bytes('token_hash').notNull(),
    list: bytes('list').notNull(),
    total: bigint('total', { mode: 'bigint' }).notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.list] })],
);
