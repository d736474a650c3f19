import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { teamTotal } from './schema.ts';

/** Totals of one level below a member; the volume in USDT base units. */
export interface TeamLevel {
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
