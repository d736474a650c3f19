import { sql } from 'drizzle-orm';
import { type Services } from '../../provider-services.ts';
import { findByReferralCode } from '../account/find-or-create-member.ts';
import { type Member } from '../account/schema.ts';
import { readRole } from '../roles/read-role.ts';
import { type Sponsor } from './read-user-info.ts';

export interface ReferralInfo {
  referralCode: string;
  link: string;
  directCount: number;
  teamCount: number;
  teamVolume: string;
  earned: string;
  levels: { level: number; rate: number; count: number; volume: string }[];
  sponsor?: Sponsor;
}

/** GET /profile/referralInfo. Volumes and earnings come from sales and roles bought, which nobody can make yet. */
export async function readReferralInfo(services: Services, self: Member, code: string | undefined): Promise<ReferralInfo> {
  const { database, economy, clock, site } = services;
  const role = await readRole(database, economy, self.id, clock());
  const counts = await countTeam(database, self.id, economy.referral.levels);
  const sponsor = code === undefined ? undefined : await findByReferralCode(database, code.trim());
  const link = new URL('/', site.uri);
  link.searchParams.set('referralCode', self.referralCode);
  return {
    referralCode: self.referralCode,
    link: link.href,
    directCount: counts[0] ?? 0,
    teamCount: counts.reduce((sum, count) => sum + count, 0),
    teamVolume: '0',
    earned: '0',
    levels: counts.map((count, index) => ({ level: index + 1, rate: role.bonusRates[index] ?? 0, count, volume: '0' })),
    ...(sponsor === undefined ? {} : { sponsor: { uid: sponsor.uid, username: sponsor.username } }),
  };
}

async function countTeam(database: Services['database'], memberId: string, levels: number): Promise<number[]> {
  const { rows } = await database.execute<{ level: number; count: string }>(sql`
    with recursive team as (
      select id, 1 as level from member where referrer_id = ${memberId}
      union all
      select below.id, team.level + 1 from member below join team on below.referrer_id = team.id where team.level < ${levels}
    )
    select level, count(*) as count from team group by level`);
  return Array.from({ length: levels }, (_, index) => Number(rows.find(({ level }) => level === index + 1)?.count ?? 0));
}
