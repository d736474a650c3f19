import { sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable } from '../../db/database.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { describeTeamMembers } from './describe-team-members.ts';
import { findInTeam, type TeamTop } from './find-in-team.ts';
import { formatVolume } from './format-volume.ts';
import { teamPlace } from './schema.ts';
import { readTeamLevels } from './team-levels.ts';

type Definition = (typeof contract)['myTeam'];

/** GET /profile/myTeam: three levels below the member, or only those below `under`. Newest team members first. Levels count from the member, who is 0. */
export async function listTeam(services: Services, session: Session, query: QueryOf<Definition>): Promise<DataOf<Definition>> {
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
