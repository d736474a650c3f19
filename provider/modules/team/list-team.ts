import { and, eq, sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { shortenAddress } from '../../../src/lib/shorten-address.ts';
import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { steadyPage } from '../../http/steady-page.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { inTokens } from '../../token-amounts.ts';
import { member } from '../account/schema.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
import { teamPlace, teamTotal } from './schema.ts';

type Definition = (typeof contract)['myTeam'];

/** GET /profile/myTeam: three levels below the member, or only those below `under`. Newest team members first. Levels count from the member, who is 0. */
export async function listTeam(services: Services, session: Session, query: QueryOf<Definition>): Promise<SentDataOf<Definition>> {
  const { database, economy } = services;
  const { level, under } = query;
  const { id: selfId } = session.member;
  const { levels } = economy.referral;
  const top: TeamTop | undefined = under === undefined ? { id: selfId, level: 0 } : await findInTeam(database, selfId, under);
  if (top === undefined) throw new Refusal('NOT_IN_TEAM');
  const own = await readTeamLevels(database, selfId, levels);
  const asked = levelsBelow(top, levels, level);
  const below = top.level === 0 ? own : await readTeamLevels(database, top.id, levels);
  const total = below.levels.reduce((sum, { level: at, count }) => (asked.includes(at) ? sum + BigInt(count) : sum), 0n);
  const page = await steadyPage(services, session, { name: 'myTeam', query, total });
  const content = await describeTeamMembers(services, await readPlaces(database, top, { levels: asked, ...page }));
  const totals = own.levels.reduce((sum, { count, volume }) => ({ count: sum.count + count, volume: sum.volume + volume }), {
    count: 0,
    volume: 0n,
  });
  return {
    downlineDetails: { content, totalPages: page.totalPages },
    selfDetails: {
      directCount: own.levels[0]?.count ?? 0,
      teamCount: totals.count,
      ownVolume: formatVolume(own.ownVolume),
      teamVolume: formatVolume(totals.volume),
      level: 0,
    },
  };
}

/** The requested levels, relative to the top of the list. */
function levelsBelow(top: TeamTop, levels: number, level: number | undefined): number[] {
  const asked = level === undefined ? Array.from({ length: levels }, (_, index) => index + 1) : [level];
  return asked.map((each) => each - top.level).filter((each) => each > 0);
}

/**
 * A page of them with their levels below the member. Each level has an index in list order, read no further than the page's end: the planner doesn't
 * reliably merge the indexes, and would sort the whole team.
 */
async function readPlaces(
  database: Queryable,
  top: TeamTop,
  { levels, limit, offset }: { levels: readonly number[]; limit: bigint; offset: bigint },
): Promise<{ id: string; level: number }[]> {
  if (levels.length === 0) return [];
  const order = sql`order by entered_at desc, id desc`;
  const places = levels.map(
    (level) => sql`(
      select member_id as id, level, entered_at from ${teamPlace} where ancestor_id = ${top.id} and level = ${level}
       ${order} limit ${offset + limit})`,
  );
  const { rows } = await database.execute<{ id: string; level: number }>(
    sql`select id, level from (${sql.join(places, sql` union all `)}) place ${order} limit ${limit} offset ${offset}`,
  );
  return rows.map(({ id, level }) => ({ id, level: level + top.level }));
}

type TeamMember = SentDataOf<(typeof contract)['myTeam']>['downlineDetails']['content'][number];

type Row = {
  id: string;
  uid: string;
  parent_uid: string;
  username: string;
  address: string;
  joined_at_ms: string;
  direct_count: string;
  own_volume: string;
  team_volume: string;
};

/** The details of each member on a page of the team; computed for that page only, however large the team is. */
async function describeTeamMembers(
  { database, economy, clock, language }: Services,
  members: readonly { id: string; level: number }[],
): Promise<TeamMember[]> {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [{ rows }, roles] = await Promise.all([
    database.execute<Row>(sql`
      select m.id, m.uid, parent.uid as parent_uid, m.username, m.address, floor(extract(epoch from m.created_at) * 1000)::bigint as joined_at_ms,
             total.direct_count, total.own_volume, total.team_volume
        from member m join member parent on parent.id = m.referrer_id
        cross join lateral (
          select coalesce(sum(members) filter (where level = 1), 0) as direct_count,
                 coalesce(sum(volume) filter (where level = 0), 0) as own_volume,
                 coalesce(sum(volume) filter (where level > 0), 0) as team_volume
            from ${teamTotal} where member_id = m.id
        ) total
       where m.id = any(${sql.param(ids)}::uuid[])`),
    readRoles(database, economy, ids, clock()),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return members.flatMap(({ id, level }) => {
    const row = byId.get(id);
    const role = roles.get(id) ?? lowestRole(economy);
    return row === undefined
      ? []
      : [{ ...present(row), level, role: { code: role.code, name: nameOffer(economy, 'roles', role.code, language) } }];
  });
}

function present(row: Row): Omit<TeamMember, 'level' | 'role'> {
  return {
    uid: row.uid,
    parentUid: row.parent_uid,
    username: row.username,
    // Enough for somebody who knows the address to recognise it, without exposing it.
    address: shortenAddress(row.address),
    joinedAt: new Date(Number(row.joined_at_ms)).toISOString(),
    directCount: Number(row.direct_count),
    ownVolume: formatVolume(BigInt(row.own_volume)),
    teamVolume: formatVolume(BigInt(row.team_volume)),
  };
}

/** The root of a downline. */
interface TeamTop {
  id: string;
  /** Levels below the member whose team it is; 0 for that member itself. */
  level: number;
}

/** Finds a member by uid, if they belong to a member's team. */
export async function findInTeam(database: Queryable, memberId: string, uid: string): Promise<TeamTop | undefined> {
  const [found] = await database
    .select({ id: teamPlace.memberId, level: teamPlace.level })
    .from(teamPlace)
    .innerJoin(member, eq(member.id, teamPlace.memberId))
    .where(and(eq(teamPlace.ancestorId, memberId), eq(member.uid, uid)));
  return found;
}

/** Totals of one level below a member; the volume in USDT base units. */
interface TeamLevel {
  level: number;
  count: number;
  volume: bigint;
}

/** A member's own purchases and their team, by level. Volumes are what was paid for sales and roles, without premium. */
export async function readTeamLevels(
  database: Queryable,
  memberId: string,
  levels: number,
): Promise<{ ownVolume: bigint; levels: TeamLevel[] }> {
  const rows = await database.select().from(teamTotal).where(eq(teamTotal.memberId, memberId));
  const of = (level: number): TeamLevel => {
    const row = rows.find((candidate) => candidate.level === level);
    return { level, count: Number(row?.members ?? 0n), volume: BigInt(row?.volume ?? '0') };
  };
  return { ownVolume: of(0).volume, levels: Array.from({ length: levels }, (_, index) => of(index + 1)) };
}

/** Volumes are in USDT. */
export function formatVolume(volume: bigint): string {
  return inTokens(volume, 'USDT');
}
