import { and, asc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address } from 'viem';
import type { Transaction } from '../db/database.ts';
import { type Account, memberAccount, pooledAccount, type PooledAccountKind, type Token } from '../ledger/account.ts';
import { settlePending } from '../ledger/post.ts';
import { coverLoss } from './book-losses.ts';
import { type Deposit, deposit } from './schema.ts';

/**
 * Possible recipients of a deposit: a member, or a pool of the system. `LOSS` is the treasury, which uses it to cover an uncovered loss.
 */
export type AssignedTo = { memberId: string } | { pool: AssignablePool };

export type AssignablePool = 'reward' | 'bonus' | 'insurance' | 'treasury' | 'loss';

type AssignRefusal = 'DEPOSIT_UNKNOWN' | 'NOT_HELD' | 'WRONG_TOKEN';

/** `token` follows the pools' rules: the reward pool pays JUF, bonuses and insurance are paid in USDT. */
export const ASSIGNABLE_POOLS: Readonly<Record<AssignablePool, { kind: PooledAccountKind; token: Token | null }>> = {
  reward: { kind: 'REWARD_POOL_FREE', token: 'JUF' },
  bonus: { kind: 'BONUS_POOL', token: 'USDT' },
  insurance: { kind: 'INSURANCE_POOL_FREE', token: 'USDT' },
  treasury: { kind: 'TREASURY', token: null },
  loss: { kind: 'TREASURY', token: null },
};

/** Assigns a deposit whose sender isn't a member to the recipient the operator names. Idempotent. */
export async function assignDeposit(
  tx: Transaction,
  id: string,
  to: AssignedTo,
  now: Date,
): Promise<{ outcome: 'ASSIGNED'; deposit: Deposit; covered: bigint } | { outcome: AssignRefusal; deposit?: Deposit }> {
  const [held] = await tx.select().from(deposit).where(eq(deposit.id, id)).for('update');
  if (held === undefined) return { outcome: 'DEPOSIT_UNKNOWN' };
  if (held.state !== 'HELD') return { outcome: 'NOT_HELD', deposit: held };
  if ('memberId' in to) {
    await giveHeld(tx, held, memberRecipient(to.memberId, true), now);
    return { outcome: 'ASSIGNED', deposit: held, covered: 0n };
  }
  const { kind, token } = ASSIGNABLE_POOLS[to.pool];
  if (token !== null && token !== held.token) return { outcome: 'WRONG_TOKEN', deposit: held };
  await giveHeld(tx, held, { memberId: null, account: pooledAccount(kind), isAssigned: true }, now);
  const cover = {
    id: v7({ msecs: now.getTime() }),
    token: held.token,
    amountBaseUnits: held.amount,
    now,
    remark: 'the operator covered a loss',
  };
  return { outcome: 'ASSIGNED', deposit: held, covered: to.pool === 'loss' ? await coverLoss(tx, cover) : 0n };
}

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
