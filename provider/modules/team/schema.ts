import { bigint, numeric, pgTable, primaryKey, smallint, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who stands in whose team, three levels deep; the database follows the ties of members. */
export const teamPlace = pgTable(
  'team_place',
  {
    ancestorId: uuid('ancestor_id').notNull(),
    memberId: uuid('member_id').notNull(),
    level: smallint('level').notNull(),
    /** When the last tie between the two was made. */
    enteredAt: timestamp('entered_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.ancestorId] })],
);

/** What each level of a team adds up to, level 0 being the member itself; the database counts. */
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
