import { sql } from 'drizzle-orm';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/lock-member.ts';
import { everyMs } from './privilege-calendar.ts';
import { reservePrivilege } from './reserve-privilege.ts';

/**
 * For a job: reserves all due privileges that aren't reserved yet, longest due first, as far as the reward pool reaches. Can run in several processes at
 * once. Returns how many it reserved.
 */
export async function reserveDuePrivileges({
  database,
  economy,
  clock,
}: Pick<Services, 'database' | 'economy' | 'clock'>): Promise<number> {
  const now = clock();
  const { rows } = await database.execute<{ member_id: string }>(sql`
    select first.member_id from (
      select member_id, min(since) as since from member_role where source = 'PURCHASED' group by member_id
    ) first
    cross join lateral (
      select div(extract(epoch from ${now.toISOString()}::timestamptz - first.since) * 1000, ${everyMs(economy)}::numeric) as period
    ) now
     where now.period >= 1
       and not exists (select from role_privilege p where p.member_id = first.member_id and p.period >= now.period)
     order by first.since + now.period::int * make_interval(secs => ${everyMs(economy) / 1_000}), first.member_id`);
  let reserved = 0;
  for (const { member_id: memberId } of rows) {
    const due = await inTransaction(database, async (transaction) => {
      await lockMember(transaction, memberId);
      return reservePrivilege(transaction, economy, memberId, clock());
    });
    if (due !== null) reserved += 1;
  }
  return reserved;
}
