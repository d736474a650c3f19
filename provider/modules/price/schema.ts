import { numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const priceSample = pgTable(
  'price_sample',
  {
    token: text('token').$type<'JU' | 'JUF'>().notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
    price18: numeric('price18', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.token, table.at] })],
);
