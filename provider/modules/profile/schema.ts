import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/**
 * A referrer named after joining. The member can undo it until `finalAt`, and the bonuses it brings are held until then. The first claim of such a bonus
 * settles it.
 */
export const referralBinding = pgTable('referral_binding', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  referrerId: uuid('referrer_id').notNull(),
  boundAt: moment('bound_at').notNull(),
  finalAt: moment('final_at').notNull(),
  settledAt: moment('settled_at'),
  undoneAt: moment('undone_at'),
});
