import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { bytes } from '../../db/columns.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const member = pgTable('member', {
  id: uuid('id').primaryKey(),
  uid: text('uid').notNull(),
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull(),
  usernameShape: text('username_shape').notNull(),
  usernameFoldedShape: text('username_folded_shape').notNull(),
  /** Null while the username is the generated one. */
  usernameChangedAt: moment('username_changed_at'),
  address: text('address').$type<Address>().notNull(),
  avatar: text('avatar'),
  referralCode: text('referral_code').notNull(),
  referrerId: uuid('referrer_id'),
  referredAt: moment('referred_at'),
  language: text('language').$type<LanguageCode>().notNull(),
  createdAt: moment('created_at').notNull(),
  blockedAt: moment('blocked_at'),
  /** When the data that identifies the member was erased. */
  erasedAt: moment('erased_at'),
});

export type Member = typeof member.$inferSelect;

/** Uids that were chosen or given up; the latter by a trigger on `member`. One that was drawn for a new member looks like itself alone. */
export const memberUid = pgTable('member_uid', {
  uid: text('uid').primaryKey(),
  memberId: uuid('member_id').notNull(),
  takenAt: moment('taken_at').notNull(),
  shape: text('shape')
    .notNull()
    .generatedAlwaysAs(sql`replace(translate(uid, '01', 'ol'), 'm', 'rn')`),
});

/** Names that members gave up; written by a trigger on `member`. */
export const retiredUsername = pgTable('retired_username', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: uuid('member_id').notNull(),
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull(),
  usernameShape: text('username_shape').notNull(),
  usernameFoldedShape: text('username_folded_shape').notNull(),
  retiredAt: moment('retired_at').notNull(),
});

export const signInNonce = pgTable('sign_in_nonce', {
  nonceHash: bytes('nonce_hash').primaryKey(),
  address: text('address').$type<Address>().notNull(),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  consumedAt: moment('consumed_at'),
});

/**
 * How a session began. WALLET: the member's wallet signed. LINK: a login link that nobody has opened; it only proves whose it is, and can be exchanged.
 * LINKED: exchanged from a login link, and the default, because only WALLET vouches for a recent signature.
 */
export type SessionKind = 'WALLET' | 'LINK' | 'LINKED';

export const session = pgTable('session', {
  tokenHash: bytes('token_hash').primaryKey(),
  memberId: uuid('member_id').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  idleUntil: moment('idle_until').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  kind: text('kind').$type<SessionKind>().notNull().default('LINKED'),
});

export const attempt = pgTable(
  'attempt',
  {
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    windowStart: moment('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject, table.windowStart] })],
);
