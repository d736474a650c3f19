import { and, desc, eq, min, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Account, memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { LedgerRefusal, postTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { lockMember } from '../account/member.ts';
import { addPoints } from '../score/read-score.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { lowestRole, readRole } from './read-role.ts';
import { memberRole, type PrivilegeRow, rolePrivilege } from './schema.ts';

type ReservingServices = Pick<Services, 'database' | 'economy' | 'clock'>;

/**
 * For a job: reserves all due privileges that aren't reserved yet, longest due first, as far as the reward pool reaches. Can run in several processes at
 * once. Returns how many it reserved.
 */
export async function reserveDuePrivileges({ database, economy, clock }: ReservingServices): Promise<number> {
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
  const failures: unknown[] = [];
  for (const { member_id: memberId } of rows) {
    try {
      if ((await reserve({ database, economy, clock }, memberId)) !== null) reserved += 1;
    } catch (error) {
      // One that can't be reserved must not block those after it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} privileges could not be reserved`);
  return reserved;
}

/**
 * Reserves the privilege that fell due last, unless that has been done or the reward pool can't, and returns it while it can be claimed. Its content is
 * that of the role held at its date, however late this runs; an unclaimed earlier one is released. The caller holds the member's lock.
 */
async function reservePrivilege(transaction: Transaction, economy: Economy, memberId: string, now: Date): Promise<PrivilegeRow | null> {
  const calendar = await readPrivilegeCalendar(transaction, economy, memberId, now);
  if (calendar === null || calendar.period === 0) return null;
  const latest = await readLatest(transaction, memberId);
  // Another process's clock may be ahead of ours; its reservation stands.
  if (latest !== undefined && latest.period >= calendar.period) return isOpen(latest) ? latest : null;
  const lapsing = latest !== undefined && isOpen(latest) ? latest : undefined;
  const { code, privilege } = await readRole(transaction, economy, memberId, calendar.dueAt);
  const due: PrivilegeRow = {
    id: v7({ msecs: now.getTime() }),
    memberId,
    period: calendar.period,
    roleCode: code,
    dueAt: calendar.dueAt,
    juf: fromTokens(privilege.juf, 'JUF'),
    score: privilege.score,
    reservedAt: now,
    claimedAt: null,
    claimTransactionId: null,
    lapsedAt: null,
  };
  const givesNothing = due.juf === 0n && due.score === 0;
  const reserved = !givesNothing && (await setApart(transaction, lapsing, due, now));
  if (!reserved && lapsing !== undefined) await setApart(transaction, lapsing, undefined, now);
  if (lapsing !== undefined) await transaction.update(rolePrivilege).set({ lapsedAt: now }).where(eq(rolePrivilege.id, lapsing.id));
  if (!reserved) return null;
  await transaction.insert(rolePrivilege).values(due);
  return due;
}

async function readLatest(transaction: Pick<Transaction, 'select'>, memberId: string): Promise<PrivilegeRow | undefined> {
  const [latest] = await transaction
    .select()
    .from(rolePrivilege)
    .where(eq(rolePrivilege.memberId, memberId))
    .orderBy(desc(rolePrivilege.period))
    .limit(1);
  return latest;
}

function isOpen({ claimedAt, lapsedAt }: PrivilegeRow): boolean {
  return claimedAt === null && lapsedAt === null;
}

/** Releases the lapsed one in the same posting, so that it can fund the next. Returns whether the pool sufficed. */
async function setApart(
  transaction: Transaction,
  lapsing: PrivilegeRow | undefined,
  due: PrivilegeRow | undefined,
  now: Date,
): Promise<boolean> {
  const [back, forth] = [lapsing?.juf ?? 0n, due?.juf ?? 0n];
  const move = (account: Account, amountBaseUnits: bigint) => ({ account, token: 'JUF' as const, amountBaseUnits });
  const entries = [
    ...(lapsing === undefined ? [] : [move(promiseAccount('REWARD_POOL_RESERVED', lapsing.id), -back)]),
    ...(due === undefined ? [] : [move(promiseAccount('REWARD_POOL_RESERVED', due.id), forth)]),
    move(pooledAccount('REWARD_POOL_FREE'), back - forth),
  ];
  if (back === 0n && forth === 0n) return true;
  await transaction.$client.query('savepoint apart');
  try {
    await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'PRIVILEGE', occurredAt: now, entries });
    return true;
  } catch (error) {
    const isPoolShort =
      error instanceof LedgerRefusal && error.code === 'INSUFFICIENT_BALANCE' && error.refused?.account.kind === 'REWARD_POOL_FREE';
    if (!isPoolShort) throw error;
    // Otherwise everybody who looks would leave an account behind, as long as the pool is short.
    await transaction.$client.query('rollback to savepoint apart');
    return false;
  }
}

/** When a member's privileges fall due: dates fixed by the first purchase. */
interface PrivilegeCalendar {
  /** The number of the privilege that fell due last; 0 if none has. */
  period: number;
  dueAt: Date;
  nextAt: Date;
}

const DAY_MS = 86_400_000;

/** Null if the member never bought a role. */
export async function readPrivilegeCalendar(
  database: Queryable,
  economy: Economy,
  memberId: string,
  now: Date,
): Promise<PrivilegeCalendar | null> {
  const [row] = await database
    .select({ first: min(memberRole.since) })
    .from(memberRole)
    .where(and(eq(memberRole.memberId, memberId), eq(memberRole.source, 'PURCHASED')));
  const first = row?.first ?? null;
  return first === null ? null : calendarOf(first, everyMs(economy), now);
}

/** The same for all roles, which the economy's own check ensures, so that no upgrade moves a date. */
function everyMs(economy: Economy): number {
  return lowestRole(economy).privilege.everyDays * DAY_MS;
}

function calendarOf(first: Date, periodMs: number, now: Date): PrivilegeCalendar {
  const period = Math.max(0, Math.floor((now.getTime() - first.getTime()) / periodMs));
  const dateOf = (number: number): Date => new Date(first.getTime() + number * periodMs);
  return { period, dueAt: dateOf(period), nextAt: dateOf(period + 1) };
}

/** POST /profile/claimMemberPrivilege */
export async function claimPrivilege(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['claimMemberPrivilege']>> {
  await lockMember(transaction, memberId);
  const now = clock();
  const calendar = await readPrivilegeCalendar(transaction, economy, memberId, now);
  const due = await reservePrivilege(transaction, economy, memberId, now);
  if (calendar === null || due === null) {
    throw new Refusal('NOTHING_TO_CLAIM', calendar === null ? {} : { detail: { nextAt: calendar.nextAt.toISOString() } });
  }
  const paid = due.juf === 0n ? null : await payJuf(transaction, due, now);
  if (due.score > 0) await addPoints(transaction, { memberId, kind: 'PRIVILEGE', points: due.score, now });
  await transaction
    .update(rolePrivilege)
    .set({ claimedAt: now, claimTransactionId: paid?.id ?? null })
    .where(eq(rolePrivilege.id, due.id));
  return {
    claimed: { juf: inTokens(due.juf, 'JUF'), score: due.score },
    nextAt: calendar.nextAt.toISOString(),
    ...(paid && { transaction: paid }),
  };
}

async function payJuf(transaction: Transaction, { id: privilegeId, memberId, juf }: PrivilegeRow, now: Date): Promise<SentTransaction> {
  const id = v7({ msecs: now.getTime() });
  const entries = [
    { account: promiseAccount('REWARD_POOL_RESERVED', privilegeId), token: 'JUF' as const, amountBaseUnits: -juf },
    { account: memberAccount('AVAILABLE', memberId), token: 'JUF' as const, amountBaseUnits: juf },
  ];
  return postPayment(transaction, { id, kind: 'PRIVILEGE', occurredAt: now, entries }, { memberId, token: 'JUF' });
}

/**
 * What a member can claim of its role. Showing a due privilege promises it, so it's reserved first. Until the reward pool can cover it, and before the
 * first date, the response says what the role would bring. `nextAt` is the date after the last one.
 */
export async function readPrivilege(
  services: Services,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['claimInfo']>['privilege']> {
  const { database, economy, clock } = services;
  const now = clock();
  const calendar = await readPrivilegeCalendar(database, economy, memberId, now);
  if (calendar === null) return { claimable: false, juf: '0', score: 0, nextAt: null };
  const latest = await readLatest(database, memberId);
  const isWrittenDown = calendar.period === 0 || (latest !== undefined && latest.period >= calendar.period);
  const due = isWrittenDown ? (latest !== undefined && isOpen(latest) ? latest : null) : await reserve(services, memberId);
  const nextAt = calendar.nextAt.toISOString();
  if (due !== null) return { claimable: true, juf: inTokens(due.juf, 'JUF'), score: due.score, nextAt };
  const { privilege } = await readRole(database, economy, memberId, now);
  return { claimable: false, juf: privilege.juf, score: privilege.score, nextAt };
}

function reserve({ database, economy, clock }: ReservingServices, memberId: string): Promise<PrivilegeRow | null> {
  return inTransaction(database, async (transaction) => {
    await lockMember(transaction, memberId);
    return reservePrivilege(transaction, economy, memberId, clock());
  });
}
