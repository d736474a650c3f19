import { and, asc, eq } from 'drizzle-orm';
import { type Address } from 'viem';

import { type Transaction } from '../db/database.ts';
import { giveHeld, memberRecipient } from './give-held.ts';
import { deposit } from './schema.ts';

/** Beyond these the watch goes on: whoever sent thousands of crumbs must not wait for all of them to sign in. */
const MOST_AT_ONCE = 50;

/** Gives a new member what their address sent to the vault before they came, in the transaction that makes them. */
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
