import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { digest, moment } from '../db/columns.ts';
import { amountColumn } from '../ledger/schema.ts';
import type { SolvencyFigures } from './judge-solvency.ts';

export const solvencyRun = pgTable('solvency_run', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
  blockHash: digest('block_hash').notNull(),
  sound: boolean('sound').notNull(),
  code: text('code'),
  figures: jsonb('figures').$type<SolvencyFigures>().notNull(),
});

const sums = () => ({ ju: amountColumn('ju').notNull(), juf: amountColumn('juf').notNull(), usdt: amountColumn('usdt').notNull() });

export const reserveTree = pgTable('reserve_tree', {
  date: date('date', { mode: 'string' }).primaryKey(),
  root: digest('root').notNull(),
  leaves: integer('leaves').notNull(),
  ...sums(),
  builtAt: moment('built_at').notNull(),
});

export const reserveNode = pgTable(
  'reserve_node',
  {
    date: date('date', { mode: 'string' }).notNull(),
    level: smallint('level').notNull(),
    place: integer('place').notNull(),
    hash: digest('hash').notNull(),
    ...sums(),
  },
  (table) => [primaryKey({ columns: [table.date, table.level, table.place] })],
);

export const reserveLeaf = pgTable(
  'reserve_leaf',
  {
    memberId: uuid('member_id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    place: integer('place').notNull(),
    salt: digest('salt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.date] })],
);
