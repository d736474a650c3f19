import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { bytes, moment } from '../../db/columns.ts';

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
