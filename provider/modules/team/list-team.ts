import { type SQL, sql } from 'drizzle-orm';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type DataOf, type QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { type Session } from '../../http/authorize.ts';
import { steadyPage } from '../../http/paging/steady-page.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Services } from '../../provider-services.ts';
import { describeTeamMembers } from './describe-team-members.ts';
import { findInTeam, type TeamTop } from './find-in-team.ts';
import { formatVolume } from './format-volume.ts';
import { readTeamLevels } from './team-levels.ts';

type Definition = (typeof contract)['myTeam'];

/**
 * GET /profile/myTeam: three levels below the member, or of these only who stands below `under`. Who came into the team last comes first. Levels count
 * from the member, whose own is 0.
 */
export async function listTeam(services: Services, session: Session, query: QueryOf<Definition>): Promise<DataOf<Definition>> {
  const { database, economy } = services;
  const { level, under } = query;
  const { id: selfId } = session.member;
  const { levels } = economy.referral;
  const self: TeamTop = { id: selfId, level: 0, enteredAt: '-infinity' };
  const top = under === undefined ? self : await findInTeam(database, selfId, under, levels);
  if (top === undefined) throw new Refusal('NOT_IN_TEAM');
  const downline = downlineOf(top, levels, level);
  const { rows: counted } = await database.execute<{ count: string }>(sql`${downline} select count(*) as count from asked`);
  const page = await steadyPage(services, session, { name: 'myTeam', query, total: BigInt(counted[0]?.count ?? '0') });
  const { rows } = await database.execute<{ id: string; level: number }>(
    sql`${downline} select id, level from asked order by entered_at desc, id desc limit ${page.limit} offset ${page.offset}`,
  );
  const [content, own] = await Promise.all([describeTeamMembers(services, rows), readTeamLevels(database, selfId, levels)]);
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

/** A whole branch comes in at once when its top is bound; the moment it came in, not the one each joined, is what newer pages are stable by. */
function downlineOf(top: TeamTop, levels: number, level: number | undefined): SQL {
  return sql`
    with recursive team as (
      select ${top.id}::uuid as id, ${top.level}::int as level, ${top.enteredAt}::timestamptz as entered_at
      union all
      select below.id, team.level + 1, greatest(team.entered_at, below.referred_at)
        from member below join team on below.referrer_id = team.id where team.level < ${levels}
    ), asked as (
      select id, level, entered_at from team where level > ${top.level} ${level === undefined ? sql`` : sql`and level = ${level}`}
    )`;
}
