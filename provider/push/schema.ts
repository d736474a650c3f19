import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import { bytes, moment } from '../db/columns.ts';

export const pushSubscription = pgTable('push_subscription', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  endpoint: text('endpoint').notNull(),
  endpointHash: bytes('endpoint_hash').notNull(),
  host: text('host')
    .notNull()
    .generatedAlwaysAs(sql`split_part(endpoint, '/', 3)`),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  publicKey: text('public_key').notNull(),
  language: text('language').$type<LanguageCode>().notNull(),
  showsAmounts: boolean('shows_amounts').notNull(),
  sessionHash: bytes('session_hash'),
  createdAt: moment('created_at').notNull(),
  toldUntil: moment('told_until').notNull(),
});

export type PushSubscriptionRow = typeof pushSubscription.$inferSelect;

export const pushMessage = pgTable('push_message', {
  id: uuid('id').primaryKey(),
  subscriptionId: uuid('subscription_id').notNull(),
  kind: text('kind').notNull(),
  source: text('source').notNull(),
  payload: text('payload').notNull(),
  createdAt: moment('created_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  dueAt: moment('due_at'),
  /** Set by a trigger. */
  host: text('host'),
});

/** Services that failed when they were last asked, and when they are asked again. */
export const pushPause = pgTable('push_pause', {
  host: text('host').primaryKey(),
  failures: integer('failures').notNull(),
  until: moment('until').notNull(),
});
