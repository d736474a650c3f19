import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { ClaimInfo } from '../../../src/lib/api/contract/claim-info.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/member.ts';
import { addPoints } from '../score/add-points.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { readRole } from './read-role.ts';
import { isOpen, readLatest, readPrivilegeCalendar, reservePrivilege } from './reserve-privilege.ts';
import { type PrivilegeRow, rolePrivilege } from './schema.ts';

/** POST /profile/claimMemberPrivilege */
export async function claimPrivilege(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
): Promise<DataOf<(typeof contract)['claimMemberPrivilege']>> {
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
    claimed: { juf: toDecimalString(due.juf, tokenDecimals.JUF), score: due.score },
    nextAt: calendar.nextAt.toISOString(),
    ...(paid && { transaction: paid }),
  };
}

async function payJuf(transaction: Transaction, { id: privilegeId, memberId, juf }: PrivilegeRow, now: Date): Promise<TransactionRow> {
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
export async function readPrivilege(services: Services, memberId: string): Promise<ClaimInfo['privilege']> {
  const { database, economy, clock } = services;
  const now = clock();
  const calendar = await readPrivilegeCalendar(database, economy, memberId, now);
  if (calendar === null) return { claimable: false, juf: '0', score: 0, nextAt: null };
  const latest = await readLatest(database, memberId);
  const isWrittenDown = calendar.period === 0 || (latest !== undefined && latest.period >= calendar.period);
  const due = isWrittenDown ? (latest !== undefined && isOpen(latest) ? latest : null) : await reserve(services, memberId);
  const nextAt = calendar.nextAt.toISOString();
  if (due !== null) return { claimable: true, juf: toDecimalString(due.juf, tokenDecimals.JUF), score: due.score, nextAt };
  const { privilege } = await readRole(database, economy, memberId, now);
  return { claimable: false, juf: privilege.juf, score: privilege.score, nextAt };
}

function reserve({ database, economy, clock }: Services, memberId: string): Promise<PrivilegeRow | null> {
  return inTransaction(database, async (transaction) => {
    await lockMember(transaction, memberId);
    return reservePrivilege(transaction, economy, memberId, clock());
  });
}
