import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { staking } from './schema.ts';

/**
 * Active stakes times the multipliers of their tiers, at a moment, with the decimals of JUF (18, as power has). Told from when stakes began and
 * mature, so that asking later gives the same answer. Rounded down once.
 */
export async function stakedPower(database: Queryable, memberId: string, at: Date): Promise<bigint> {
  const [row] = await database
    .select({ power: stakedPowerSum })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), wasActive(at)));
  return row?.power ?? 0n;
}

/** The same of everybody who has any, for a rank. */
export async function stakedPowers(database: Queryable, at: Date): Promise<Map<string, bigint>> {
  const rows = await database
    .select({ memberId: staking.memberId, power: stakedPowerSum })
    .from(staking)
    .where(wasActive(at))
    .groupBy(staking.memberId);
  return new Map(rows.map(({ memberId, power }) => [memberId, power]));
}

const stakedPowerSum = sql`coalesce(div(sum(${staking.amount}::numeric * ${staking.multiplier}), 10000), 0)`.mapWith((value: string) =>
  BigInt(value),
);

function wasActive(at: Date) {
  return and(lte(staking.startedAt, at), gt(staking.maturesAt, at));
}
