import { and, eq, lte } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { memberRole } from './schema.ts';

export type Role = Economy['roles'][number];

/** The role a member held at a moment: the highest it had been given or bought by then. Everybody is at least a plain member. */
export async function readRole(database: Queryable, economy: Economy, memberId: string, at: Date): Promise<Role> {
  const held = await database
    .select({ code: memberRole.roleCode })
    .from(memberRole)
    .where(and(eq(memberRole.memberId, memberId), lte(memberRole.since, at)));
  const [lowest] = economy.roles;
  if (lowest === undefined) throw new Error('the economy has no roles');
  return economy.roles.findLast(({ code }) => held.some((role) => role.code === code)) ?? lowest;
}
