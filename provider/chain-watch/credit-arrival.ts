import { and, asc, eq } from 'drizzle-orm';
import type { Address } from 'viem';

import type { Transaction } from '../db/database.ts';
import { giveHeld, memberRecipient } from './give-held.ts';
import { deposit } from './schema.ts';

/** The watch credits any further ones: a member who sent thousands of tiny deposits must not wait for all of them when signing in. */
const MOST_AT_ONCE = 50;

/** Credits a new member with what their address sent to the vault before they joined, in the transaction that creates the member. */
export async function creditArrival(tx: Transaction, { id, address }: { id: string; address: Address }, now: Date): Promise<void> {
  const held = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.sender, address), eq(deposit.state, 'HELD')))
    .orderBy(asc(deposit.id))
    .limit(MOST_AT_ONCE)
    .for('update');
  for (const each of held) await giveHeld(tx, each, memberRecipient(id, false), now);
}
