import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Which development content a database already contains. */
export const developmentContent = pgTable('development_content', {
  name: text('name').primaryKey(),
  writtenAt: timestamp('written_at', { withTimezone: true, mode: 'date' }).notNull(),
});
