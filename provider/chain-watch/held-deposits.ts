import { and, asc, eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Transaction } from '../db/database.ts';
import { CONFIRMATIONS } from '../finality.ts';
import { type Account, memberAccount } from '../ledger/account.ts';
import { settlePending } from '../ledger/post.ts';
import { chainWatch, type Deposit, deposit } from './schema.ts';

/** The watch credits any further ones: a member who sent thousands of tiny deposits must not wait for all of them when signing in. */
const MOST_AT_ONCE = 50;

/**
 * Whether a deposit stands on a block that counts. One that is kept apart may have lost its block to a reorganisation that is still being
 * read, or have got a newer one: given to anybody then, it would be the treasury's loss.
 */
export const isConfirmed = sql`${deposit.blockNumber} <= (
  select ${chainWatch.headNumber} from ${chainWatch} where ${chainWatch.chainId} = ${deposit.chainId} and ${chainWatch.vault} = ${deposit.vault}
) - ${CONFIRMATIONS.toString()}::bigint`;

/** Credits a new member with what their address sent to the vault before they joined, in the transaction that creates the member. */
export async function creditArrival(tx: Transaction, { id, address }: { id: string; address: Address }, now: Date): Promise<void> {
  const held = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.sender, address), eq(deposit.state, 'HELD'), isConfirmed))
    .orderBy(asc(deposit.id))
    .limit(MOST_AT_ONCE)
    .for('update');
  for (const each of held) await giveHeld(tx, each, memberRecipient(id, false), now);
}

interface Recipient {
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
