import { customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { amountColumn } from '../../ledger/schema.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea', toDriver: (value) => Buffer.from(value) });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

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
