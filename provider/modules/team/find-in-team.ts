import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { member } from '../account/schema.ts';
import { teamPlace } from './schema.ts';

/** The root of a downline. */
export interface TeamTop {
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
