import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { staking, type StakingRow, stakingTurbo } from './schema.ts';
import type { Stake } from './stake.ts';

/** All matches of `condition`, newest first. */
export async function readStakes(
  database: Queryable,
  condition: SQL | undefined,
  page?: { limit: number; offset: number },
): Promise<Stake[]> {
  const query = database.select().from(staking).where(condition).orderBy(desc(staking.startedAt), desc(staking.id));
  return withCharges(database, page === undefined ? await query : await query.limit(page.limit).offset(page.offset));
}

/** A member's stakes that haven't been withdrawn: active and matured ones. */
export function readHeldStakes(database: Queryable, memberId: string): Promise<Stake[]> {
  return readStakes(database, isHeldBy(memberId));
}

/** The same, locked for what follows: in the order of their ids, and before any ledger account. */
export async function lockHeldStakes(transaction: Transaction, memberId: string): Promise<Stake[]> {
  const rows = await transaction.select().from(staking).where(isHeldBy(memberId)).orderBy(asc(staking.id)).for('no key update');
  return withCharges(transaction, rows);
}

/** One stake, locked. Another member's is reported as unknown. */
export async function lockStake(transaction: Transaction, memberId: string, stakingId: string): Promise<Stake> {
  const rows = await transaction
    .select()
    .from(staking)
    .where(and(eq(staking.id, stakingId), eq(staking.memberId, memberId)))
    .for('no key update');
  const [stake] = await withCharges(transaction, rows);
  if (stake === undefined) throw new Refusal('STAKING_UNKNOWN');
  return stake;
}

function isHeldBy(memberId: string): SQL | undefined {
  return and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt));
}

/** Read after locking the stakes, so that a charge made while we waited isn't missed. */
async function withCharges(database: Queryable, rows: readonly StakingRow[]): Promise<Stake[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ id }) => id));
  const charges = await database
    .select()
    .from(stakingTurbo)
    .where(sql`${stakingTurbo.stakingId} = any(${ids}::uuid[])`)
    .orderBy(asc(stakingTurbo.id));
  const byStake = Map.groupBy(charges, ({ stakingId }) => stakingId);
  return rows.map((row) => ({ row, charges: byStake.get(row.id) ?? [] }));
}
