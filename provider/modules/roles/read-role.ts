import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type Economy, roleSchema } from '../../economy.ts';

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
  const { rows } = await database.execute<{ id: string; held: readonly HeldRole[] }>(
    sql`select asked.id, ${heldRoles(sql`asked.id`, sql`${at.toISOString()}::timestamptz`)} as held from unnest(${sql.param([...memberIds])}::uuid[]) asked (id)`,
  );
  return new Map(rows.map(({ id, held }) => [id, roleOf(economy, held)]));
}

/** A role as it was granted or bought: with the terms of that time. */
export interface HeldRole {
  code: string;
  terms: unknown;
}

/** For other modules' statements: a JSON array of all `HeldRole`s of a member by a moment, the earliest first. */
export function heldRoles(memberId: SQL, at: SQL): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object('code', r.role_code, 'terms', bought.terms) order by r.since, r.id), '[]')
      from member_role r left join terms_role bought on bought.terms_number = coalesce(r.terms_number, 1) and bought.code = r.role_code
     where r.member_id = ${memberId} and r.since <= ${at})`;
}

export function roleOf(economy: Economy, held: readonly HeldRole[]): Role {
  const offered = economy.roles.findLast(({ code }) => held.some((role) => role.code === code));
  const bought = held.find(({ code }) => code === offered?.code)?.terms;
  return offered === undefined ? lowestRole(economy) : { ...offered, ...keptTerms(bought) };
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
