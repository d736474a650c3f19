import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** A referrer named after joining; the baseline migration says how it ends. */
export const referralBinding = pgTable('referral_binding', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  referrerId: uuid('referrer_id').notNull(),
  boundAt: moment('bound_at').notNull(),
  finalAt: moment('final_at').notNull(),
  settledAt: moment('settled_at'),
  undoneAt: moment('undone_at'),
});
