import { bigint, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Only the columns: the store uses SQL, because its reads are lateral joins and its writes whole arrays. */
export const pairObservation = pgTable(
  'pair_observation',
  {
    pair: text('pair').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: bigint('block_time', { mode: 'bigint' }).notNull(),
    reserve0: numeric('reserve0', { mode: 'bigint', precision: 34, scale: 0 }).notNull(),
    reserve1: numeric('reserve1', { mode: 'bigint', precision: 34, scale: 0 }).notNull(),
    price0Cumulative: numeric('price0_cumulative', { mode: 'bigint', precision: 78, scale: 0 }).notNull(),
    price1Cumulative: numeric('price1_cumulative', { mode: 'bigint', precision: 78, scale: 0 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.pair, table.blockNumber] })],
);

export const pairHead = pgTable('pair_head', {
  pair: text('pair').primaryKey(),
  blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
  blockHash: text('block_hash').notNull(),
  blockTime: bigint('block_time', { mode: 'bigint' }).notNull(),
  readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }).notNull(),
  offset0: numeric('offset0', { mode: 'bigint', precision: 78, scale: 0 }).notNull(),
  offset1: numeric('offset1', { mode: 'bigint', precision: 78, scale: 0 }).notNull(),
});
