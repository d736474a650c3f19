import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const knownContracts = pgTable('known_contracts', {
  id: boolean('id').primaryKey().default(true),
  chainId: bigint('chain_id', { mode: 'bigint' }).notNull(),
  vault: text('vault').notNull(),
  juf: text('juf').notNull(),
  usdt: text('usdt').notNull(),
  knownSince: timestamp('known_since', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
});
