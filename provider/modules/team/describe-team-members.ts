import { sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { shortenAddress } from '../../../src/lib/shorten-address.ts';
import type { Services } from '../../provider-services.ts';
import { nameRole } from '../roles/name-role.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
import { formatVolume } from './format-volume.ts';
import { teamTotal } from './schema.ts';

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

/** The details of each member on a page of the team; computed for that page only, however large the team is. */
export async function describeTeamMembers(
  { database, economy, clock }: Services,
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
    return row === undefined ? [] : [{ ...present(row), level, role: { code: role.code, name: nameRole(role.code) } }];
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
