import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type PowerPart, powerParts } from './power-parts.ts';

/** JU power with 18 decimals, by part. */
export interface Power {
  total: bigint;
  parts: Record<PowerPart, bigint>;
}

/** A member's JU power at a moment; the result doesn't depend on when it's called. */
export async function readPower(database: Queryable, memberId: string, at: Date): Promise<Power> {
  const { rows } = await database.execute<{ part: PowerPart; power: string }>(
    sql`select part, power from (${powerParts(sql`${at.toISOString()}::timestamptz`)}) parts where member_id = ${memberId}`,
  );
  const of = (part: PowerPart): bigint => BigInt(rows.find((row) => row.part === part)?.power ?? '0');
  const parts = { treasury: of('treasury'), staking: of('staking'), role: of('role'), score: of('score') };
  return { total: parts.treasury + parts.staking + parts.role + parts.score, parts };
}
