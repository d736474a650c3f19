import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const noticeSeen = pgTable('notice_seen', {
  memberId: uuid('member_id').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

/** The secret address under which a calendar follows a member's dates. */
export const calendarFeed = pgTable('calendar_feed', {
  memberId: uuid('member_id').primaryKey(),
  secretHash: bytes('secret_hash').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  createdAt: moment('created_at').notNull(),
});
