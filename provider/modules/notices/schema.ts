import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

export const noticeSeen = pgTable('notice_seen', {
  memberId: uuid('member_id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
});
