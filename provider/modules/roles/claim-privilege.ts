import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/lock-member.ts';
import { addPoints } from '../score/add-points.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { readPrivilegeCalendar } from './privilege-calendar.ts';
import { reservePrivilege } from './reserve-privilege.ts';
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
