import { toDecimalString } from '../../../src/lib/amount.ts';
import type { ClaimInfo } from '../../../src/lib/api/contract/claim-info.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/lock-member.ts';
import { readPrivilegeCalendar } from './privilege-calendar.ts';
import { readRole } from './read-role.ts';
import { isOpen, readLatest, reservePrivilege } from './reserve-privilege.ts';
import type { PrivilegeRow } from './schema.ts';

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
