import { bigint, numeric, pgTable, primaryKey, smallint, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Membership in teams, three levels deep; maintained by the database from the referrals. */
export const teamPlace = pgTable(
  'team_place',
  {
    ancestorId: uuid('ancestor_id').notNull(),
    memberId: uuid('member_id').notNull(),
    level: smallint('level').notNull(),
    /** When the last referral between the two was made. */
    enteredAt: timestamp('entered_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.ancestorId] })],
);

/** Totals of each level of a team, level 0 being the member itself; counted by the database. */
export const teamTotal = pgTable(
  'team_total',
  {
    memberId: uuid('member_id').notNull(),
    level: smallint('level').notNull(),
    members: bigint('members', { mode: 'bigint' }).notNull().default(0n),
    volume: numeric('volume').notNull().default('0'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.level] })],
);
