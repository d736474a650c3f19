import { sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';

/** Where the downline of somebody begins. */
export interface TeamTop {
  id: string;
  /** Below the member whose team it is; 0 for that member itself. */
  level: number;
  /** When it came into the team, which is when the last tie between was made. */
  enteredAt: string;
}

/** Somebody by uid, if they stand within so many levels below a member. */
export async function findInTeam(database: Queryable, memberId: string, uid: string, levels: number): Promise<TeamTop | undefined> {
  const { rows } = await database.execute<{ id: string; level: number; entered_at: string }>(sql`
    with recursive upline as (
      select id as start_id, referrer_id, 1 as level, referred_at as entered_at from member where uid = ${uid}
      union all
      select upline.start_id, above.referrer_id, upline.level + 1, greatest(upline.entered_at, above.referred_at)
        from member above join upline on above.id = upline.referrer_id where upline.level < ${levels}
    )
    select start_id as id, level, entered_at::text from upline where referrer_id = ${memberId}`);
  const [found] = rows;
  return found === undefined ? undefined : { id: found.id, level: found.level, enteredAt: found.entered_at };
}
