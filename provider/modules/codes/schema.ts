import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../../db/columns.ts';
import { amountColumn } from '../../ledger/schema.ts';

export const activationCode = pgTable('activation_code', {
  id: uuid('id').primaryKey(),
  codeHash: bytes('code_hash').notNull(),
  kind: text('kind').$type<'JUF' | 'SCORE' | 'ROLE'>().notNull(),
  juf: amountColumn('juf'),
  points: integer('points'),
  roleCode: text('role_code'),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  memberId: uuid('member_id'),
  usedAt: moment('used_at'),
  releasedAt: moment('released_at'),
});

export type ActivationCode = typeof activationCode.$inferSelect;
