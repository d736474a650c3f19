import { type Queryable } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { readRole } from '../roles/read-role.ts';
import { readScore } from '../score/read-score.ts';

/** JU power with 18 decimals, part by part. */
export interface Power {
  total: bigint;
  parts: { treasury: bigint; staking: bigint; role: bigint; score: bigint };
}

export const POWER_DECIMALS = 18;
const ONE = 10n ** BigInt(POWER_DECIMALS);

/**
 * A member's JU power at a moment, computed from what had been written down by then, so that asking later gives the same answer. What was done at
 * the very moment counts.
 */
export async function readPower(database: Queryable, economy: Economy, memberId: string, at: Date): Promise<Power> {
  // One after the other: inside a transaction there is one connection.
  const role = await readRole(database, economy, memberId, at);
  const points = await readScore(database, memberId, at);
  const counted = points < BigInt(economy.power.maxFromScore) ? points : BigInt(economy.power.maxFromScore);
  const parts = {
    treasury: 0n,
    staking: 0n,
    role: BigInt(role.rank * economy.power.perRoleRank) * ONE,
    score: counted * ONE,
  };
  return { total: parts.treasury + parts.staking + parts.role + parts.score, parts };
}
