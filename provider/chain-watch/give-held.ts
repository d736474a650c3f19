import { eq } from 'drizzle-orm';

import type { Transaction } from '../db/database.ts';
import { type Account, memberAccount } from '../ledger/account.ts';
import { settlePending } from '../ledger/post.ts';
import { type Deposit, deposit } from './schema.ts';

export interface Recipient {
  /** `null`: a system account instead of a member. */
  memberId: string | null;
  account: Account;
  /** Assigned by the operator. */
  isAssigned: boolean;
}

export function memberRecipient(memberId: string, isAssigned: boolean): Recipient {
  return { memberId, account: memberAccount('AVAILABLE', memberId), isAssigned };
}

/** Credits a held deposit to a recipient, once. The caller must hold the lock on its row. */
export async function giveHeld(tx: Transaction, held: Deposit, to: Recipient, now: Date): Promise<void> {
  if (held.state !== 'HELD' || held.heldBy === null) throw new Error(`the deposit ${held.id} is not kept apart`);
  await settlePending(tx, { id: held.id, pendingId: held.heldBy, occurredAt: now, chainHash: held.txHash, to: to.account });
  await tx
    .update(deposit)
    .set({ state: 'CREDITED', memberId: to.memberId, isAssigned: to.isAssigned, creditedAt: now })
    .where(eq(deposit.id, held.id));
}
