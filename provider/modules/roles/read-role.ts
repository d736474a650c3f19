import { and, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type Economy, roleSchema } from '../../economy.ts';
import { memberRole } from './schema.ts';

export type Role = Economy['roles'][number];

/**
 * The role a member held at a moment: the highest one granted or bought by then, with the benefits of the terms at that time. Everybody is at least a plain
 * member.
 */
export async function readRole(database: Queryable, economy: Economy, memberId: string, at: Date): Promise<Role> {
  const roles = await readRoles(database, economy, [memberId], at);
  return roles.get(memberId) ?? lowestRole(economy);
}

/** The same for several members. */
export async function readRoles(
  database: Queryable,
  economy: Economy,
  memberIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Role>> {
  if (memberIds.length === 0) return new Map();
  const held = await database
    .select({ memberId: memberRole.memberId, code: memberRole.roleCode, terms: sql<unknown>`bought.terms` })
    .from(memberRole)
    .leftJoin(
      sql`terms_role bought`,
      sql`bought.terms_number = coalesce(${memberRole.termsNumber}, 1) and bought.code = ${memberRole.roleCode}`,
    )
    .where(and(inArray(memberRole.memberId, [...memberIds]), lte(memberRole.since, at)))
    .orderBy(memberRole.since, memberRole.id);
  return new Map(
    memberIds.map((memberId) => {
      const own = held.filter((role) => role.memberId === memberId);
      const offered = economy.roles.findLast(({ code }) => own.some((role) => role.code === code));
      const bought = own.find(({ code }) => code === offered?.code)?.terms;
      return [memberId, offered === undefined ? lowestRole(economy) : { ...offered, ...keptTerms(bought) }];
    }),
  );
}

/** A role's benefits are those it was bought with; its rank and its price are the current ones. */
function keptTerms(bought: unknown): Partial<Role> {
  if (bought === null || bought === undefined) return {};
  const { bonusRates, privilege } = roleSchema.parse(bought);
  return { bonusRates, privilege };
}

export function lowestRole({ roles }: Economy): Role {
  const [lowest] = roles;
  if (lowest === undefined) throw new Error('the economy has no roles');
  return lowest;
}
