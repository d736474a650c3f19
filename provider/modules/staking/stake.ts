import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { stakingPosition, turboCharge } from '../../../src/lib/api/contract/staking-position.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';
import { accruedRoi, effectiveRate, isCharged, stakedRate, type StakingFacts } from '../../../src/lib/staking-accrual.ts';
import { sumOf } from '../../db/columns.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { inTokens } from '../../token-amounts.ts';
import { staking, type StakingRow, stakingTurbo, type TurboRow } from './schema.ts';

/** A stake with all the charges it ever had. */
export interface Stake {
  row: StakingRow;
  charges: readonly TurboRow[];
}

export type StakingStatus = 'ACTIVE' | 'MATURED' | 'WITHDRAWN';

export function statusOf({ withdrawnAt, maturesAt }: Pick<StakingRow, 'withdrawnAt' | 'maturesAt'>, now: Date): StakingStatus {
  if (withdrawnAt !== null) return 'WITHDRAWN';
  return now < maturesAt ? 'ACTIVE' : 'MATURED';
}

export function factsOf({ row, charges }: Stake): StakingFacts {
  return {
    amountBaseUnits: row.amount,
    rate: stakedRate(BigInt(row.apr), BigInt(row.multiplier)),
    days: BigInt(row.days),
    startedAtMs: milliseconds(row.startedAt),
    charges: charges.map(({ boost, startedAt, endsAt }) => ({
      boost: BigInt(boost),
      startedAtMs: milliseconds(startedAt),
      endsAtMs: milliseconds(endsAt),
    })),
  };
}

/** To date, claimed or not. Never less than was claimed, although clocks of processes differ. */
export function accruedOf(stake: Stake, now: Date): bigint {
  const accrued = accruedRoi(factsOf(stake), milliseconds(now));
  return accrued > stake.row.claimedRoi ? accrued : stake.row.claimedRoi;
}

export function claimableOf(stake: Stake, now: Date): bigint {
  return accruedOf(stake, now) - stake.row.claimedRoi;
}

/** In basis points. */
export function effectiveAprOf(stake: Stake, now: Date): number {
  return Number(effectiveRate(factsOf(stake), milliseconds(now)));
}

export function activeCharges({ charges }: Stake, now: Date): TurboRow[] {
  return charges.filter((charge) => isActive(charge, now));
}

function isActive({ startedAt, endsAt }: Pick<TurboRow, 'startedAt' | 'endsAt'>, now: Date): boolean {
  return isCharged({ startedAtMs: milliseconds(startedAt), endsAtMs: milliseconds(endsAt) }, milliseconds(now));
}

function milliseconds(moment: Date): bigint {
  return BigInt(moment.getTime());
}

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

/** The JUF a member has in stakes, including matured ones: it's theirs until withdrawn. */
export async function stakedCapital(database: Queryable, memberId: string): Promise<bigint> {
  const [row] = await database
    .select({ total: sumOf(staking.amount) })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt)));
  return row?.total ?? 0n;
}

/** What POST /staking/claimRoi would pay now for all of a member's stakes. */
export async function claimableRoi(database: Queryable, memberId: string, now: Date): Promise<bigint> {
  const stakes = await readHeldStakes(database, memberId);
  return stakes.reduce((sum, stake) => sum + claimableOf(stake, now), 0n);
}

/** The JUF a member had in stakes at the end of each of the moments, in base units; in the order of the moments. */
export async function stakedCapitalAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<bigint[]> {
  const { rows } = await database.execute<{ staked: string }>(sql`
    select coalesce(sum(stake.amount::numeric), 0)::text as staked
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality asked (at, place)
      left join staking stake
        on stake.member_id = ${memberId} and stake.started_at <= asked.at and (stake.withdrawn_at is null or stake.withdrawn_at > asked.at)
     group by asked.place order by asked.place`);
  return rows.map(({ staked }) => BigInt(staked));
}

export type StakingPosition = z.input<typeof stakingPosition>;
export type TurboChargeView = z.input<typeof turboCharge>;

export function formatJuf(amountBaseUnits: bigint): string {
  return inTokens(amountBaseUnits, 'JUF');
}

export function formatJu(amountBaseUnits: bigint): string {
  return inTokens(amountBaseUnits, 'JU');
}

/** `turboEndsAt` is when the last active charge ends. After maturity `effectiveApr` is what the stake earned without turbo. */
export function presentStake(stake: Stake, now: Date, { economy, language }: Pick<Services, 'economy' | 'language'>): StakingPosition {
  const { row } = stake;
  const active = activeCharges(stake, now);
  const ends = active.map(({ endsAt }) => endsAt.getTime());
  return {
    id: row.id,
    amount: formatJuf(row.amount),
    tier: nameOffer(economy, 'tiers', row.tierCode, language),
    days: row.days,
    apr: row.apr,
    effectiveApr: effectiveAprOf(stake, now),
    startedAt: row.startedAt.toISOString(),
    maturesAt: row.maturesAt.toISOString(),
    accruedRoi: formatJuf(accruedOf(stake, now)),
    claimedRoi: formatJuf(row.claimedRoi),
    turboUnits: active.reduce((sum, { units }) => sum + units, 0),
    turboEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    status: statusOf(row, now),
  };
}

export function presentCharge(charge: TurboRow, now: Date): TurboChargeView {
  return {
    id: charge.id,
    stakingId: charge.stakingId,
    units: charge.units,
    paid: formatJu(charge.paid),
    boost: charge.boost,
    startedAt: charge.startedAt.toISOString(),
    endsAt: charge.endsAt.toISOString(),
    status: isActive(charge, now) ? 'ACTIVE' : 'ENDED',
  };
}
