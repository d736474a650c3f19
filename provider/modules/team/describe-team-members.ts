import { sql } from 'drizzle-orm';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { shortenAddress } from '../../../src/lib/shorten-address.ts';
import { type Services } from '../../provider-services.ts';
import { nameRole } from '../roles/name-role.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
import { formatVolume } from './format-volume.ts';

type TeamMember = DataOf<(typeof contract)['myTeam']>['downlineDetails']['content'][number];

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

/** What a page of the team shows of each; for the page alone, however large the team is. */
export async function describeTeamMembers(
  { database, economy, clock }: Services,
  members: readonly { id: string; level: number }[],
): Promise<TeamMember[]> {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [{ rows }, roles] = await Promise.all([
    database.execute<Row>(sql`
      with recursive asked as (select unnest(${sql.param(ids)}::uuid[]) as id), below as (
        select asked.id as root_id, m.id, 1 as level from asked join member m on m.referrer_id = asked.id
        union all
        select below.root_id, m.id, below.level + 1 from member m join below on m.referrer_id = below.id where below.level < ${economy.referral.levels}
      )
      select m.id, m.uid, parent.uid as parent_uid, m.username, m.address, floor(extract(epoch from m.created_at) * 1000)::bigint as joined_at_ms,
             (select count(*) from member direct where direct.referrer_id = m.id) as direct_count,
             (select coalesce(sum(base::numeric), 0) from referral_sale where buyer_id = m.id) as own_volume,
             coalesce(team.volume, 0) as team_volume
        from asked join member m on m.id = asked.id join member parent on parent.id = m.referrer_id
        left join (
          select below.root_id, sum(s.base::numeric) as volume from below join referral_sale s on s.buyer_id = below.id group by below.root_id
        ) team on team.root_id = m.id`),
    readRoles(database, economy, ids, clock()),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return members.flatMap(({ id, level }) => {
    const row = byId.get(id);
    const role = roles.get(id) ?? lowestRole(economy);
    return row === undefined ? [] : [{ ...present(row), level, role: { code: role.code, name: nameRole(role.code) } }];
  });
}

function present(row: Row): Omit<TeamMember, 'level' | 'role'> {
  return {
    uid: row.uid,
    parentUid: row.parent_uid,
    username: row.username,
    // To be recognised by who knows it: a team is no list of addresses.
    address: shortenAddress(row.address),
    joinedAt: new Date(Number(row.joined_at_ms)).toISOString(),
    directCount: Number(row.direct_count),
    ownVolume: formatVolume(BigInt(row.own_volume)),
    teamVolume: formatVolume(BigInt(row.team_volume)),
  };
}
