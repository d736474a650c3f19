import { and, eq } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { member } from '../account/schema.ts';
import { teamPlace } from './schema.ts';

/** Where the downline of somebody begins. */
export interface TeamTop {
  id: string;
  /** Below the member whose team it is; 0 for that member itself. */
  level: number;
}

/** Somebody by uid, if they stand in a member's team. */
export async function findInTeam(database: Queryable, memberId: string, uid: string): Promise<TeamTop | undefined> {
  const [found] = await database
    .select({ id: teamPlace.memberId, level: teamPlace.level })
    .from(teamPlace)
    .innerJoin(member, eq(member.id, teamPlace.memberId))
    .where(and(eq(teamPlace.ancestorId, memberId), eq(member.uid, uid)));
  return found;
}
