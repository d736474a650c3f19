import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

export const knownContracts = pgTable('known_contracts', {
  id: boolean('id').primaryKey().default(true),
  chainId: bigint('chain_id', { mode: 'bigint' }).notNull(),
  vault: text('vault').notNull(),
  juf: text('juf').notNull(),
  usdt: text('usdt').notNull(),
  knownSince: moment('known_since').notNull(),
});
