import { and, inArray, lte } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { memberRole } from './schema.ts';

export type Role = Economy['roles'][number];

/** The role a member held at a moment: the highest it had been given or bought by then. Everybody is at least a plain member. */
export async function readRole(database: Queryable, economy: Economy, memberId: string, at: Date): Promise<Role> {
  const roles = await readRoles(database, economy, [memberId], at);
  return roles.get(memberId) ?? lowestRole(economy);
}

/** The same of several members. */
export async function readRoles(
  database: Queryable,
  economy: Economy,
  memberIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Role>> {
  if (memberIds.length === 0) return new Map();
  const held = await database
    .select({ memberId: memberRole.memberId, code: memberRole.roleCode })
    .from(memberRole)
    .where(and(inArray(memberRole.memberId, [...memberIds]), lte(memberRole.since, at)));
  return new Map(
    memberIds.map((memberId) => [
      memberId,
      economy.roles.findLast(({ code }) => held.some((role) => role.memberId === memberId && role.code === code)) ?? lowestRole(economy),
    ]),
  );
}

export function lowestRole({ roles }: Economy): Role {
  const [lowest] = roles;
  if (lowest === undefined) throw new Error('the economy has no roles');
  return lowest;
}
