import { eq } from 'drizzle-orm';

import { type Transaction } from '../db/database.ts';
import { type Account, memberAccount } from '../ledger/account.ts';
import { settlePending } from '../ledger/settle-pending.ts';
import { type Deposit, deposit } from './schema.ts';

export interface Recipient {
  /** `null`: not a member, but the system's own account. */
  memberId: string | null;
  account: Account;
  /** The operator said so. */
  isAssigned: boolean;
}

export function memberRecipient(memberId: string, isAssigned: boolean): Recipient {
  return { memberId, account: memberAccount('AVAILABLE', memberId), isAssigned };
}

/** Gives a deposit that was kept apart to somebody, once. Its row must be locked by the caller. */
export async function giveHeld(tx: Transaction, held: Deposit, to: Recipient, now: Date): Promise<void> {
  if (held.state !== 'HELD' || held.heldBy === null) throw new Error(`the deposit ${held.id} is not kept apart`);
  await settlePending(tx, { id: held.id, pendingId: held.heldBy, occurredAt: now, chainHash: held.txHash, to: to.account });
  await tx
    .update(deposit)
    .set({ state: 'CREDITED', memberId: to.memberId, isAssigned: to.isAssigned, creditedAt: now })
    .where(eq(deposit.id, held.id));
}
