import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { amountColumn } from '../../ledger/schema.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const language = () => text('language').$type<LanguageCode>().notNull();

export type AnnouncementCategory = 'NEWS' | 'PRODUCT' | 'MAINTENANCE' | 'EVENT';

export const announcement = pgTable('announcement', {
  id: uuid('id').primaryKey(),
  category: text('category').$type<AnnouncementCategory>().notNull(),
  pinned: boolean('pinned').notNull(),
  publishedAt: moment('published_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  withdrawnAt: moment('withdrawn_at'),
  /** Since when it has been pinned; the database notes it. */
  pinnedAt: moment('pinned_at'),
});

export const announcementSlug = pgTable('announcement_slug', {
  slug: text('slug').primaryKey(),
  announcementId: uuid('announcement_id').notNull(),
  isCurrent: boolean('is_current').notNull(),
});

export const announcementTranslation = pgTable(
  'announcement_translation',
  {
    announcementId: uuid('announcement_id').notNull(),
    language: language(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.announcementId, table.language] })],
);

export const poll = pgTable('poll', {
  id: uuid('id').primaryKey(),
  opensAt: moment('opens_at').notNull(),
  endsAt: moment('ends_at').notNull(),
});

export const pollTranslation = pgTable(
  'poll_translation',
  { pollId: uuid('poll_id').notNull(), language: language(), title: text('title').notNull(), body: text('body').notNull() },
  (table) => [primaryKey({ columns: [table.pollId, table.language] })],
);

export const pollOption = pgTable('poll_option', {
  id: uuid('id').primaryKey(),
  pollId: uuid('poll_id').notNull(),
  position: integer('position').notNull(),
});

export const pollOptionTranslation = pgTable(
  'poll_option_translation',
  { optionId: uuid('option_id').notNull(), language: language(), label: text('label').notNull() },
  (table) => [primaryKey({ columns: [table.optionId, table.language] })],
);

export const pollVote = pgTable(
  'poll_vote',
  {
    pollId: uuid('poll_id').notNull(),
    memberId: uuid('member_id').notNull(),
    optionId: uuid('option_id').notNull(),
    power: amountColumn('power').notNull(),
    votedAt: moment('voted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pollId, table.memberId] })],
);
