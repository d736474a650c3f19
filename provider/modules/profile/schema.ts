import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../db/columns.ts';

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
