import { desc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { type Account, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { LedgerRefusal, postTransaction } from '../../ledger/post.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { readPrivilegeCalendar } from './privilege-calendar.ts';
import { readRole } from './read-role.ts';
import { type PrivilegeRow, rolePrivilege } from './schema.ts';

/**
 * Reserves the privilege that fell due last, unless that has been done or the reward pool can't, and returns it while it can be claimed. Its content is
 * that of the role held at its date, however late this runs; an unclaimed earlier one is released. The caller holds the member's lock.
 */
export async function reservePrivilege(
  transaction: Transaction,
  economy: Economy,
  memberId: string,
  now: Date,
): Promise<PrivilegeRow | null> {
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
    juf: fromDecimalString(privilege.juf, tokenDecimals.JUF),
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

export async function readLatest(transaction: Pick<Transaction, 'select'>, memberId: string): Promise<PrivilegeRow | undefined> {
  const [latest] = await transaction
    .select()
    .from(rolePrivilege)
    .where(eq(rolePrivilege.memberId, memberId))
    .orderBy(desc(rolePrivilege.period))
    .limit(1);
  return latest;
}

export function isOpen({ claimedAt, lapsedAt }: PrivilegeRow): boolean {
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
  try {
    await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'PRIVILEGE', occurredAt: now, entries });
    return true;
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === 'INSUFFICIENT_BALANCE' && error.refused?.account.kind === 'REWARD_POOL_FREE')
      return false;
    throw error;
  }
}
