import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';

import type { Transaction } from '../db/database.ts';
import { pooledAccount, type PooledAccountKind, type Token } from '../ledger/account.ts';
import { coverLoss } from './book-loss.ts';
import { giveHeld, memberRecipient } from './give-held.ts';
import { type Deposit, deposit } from './schema.ts';

/**
 * Possible recipients of a deposit: a member, or a pool of the system. `LOSS` is the treasury, which uses it to cover an uncovered loss.
 */
export type AssignedTo = { memberId: string } | { pool: AssignablePool };

export type AssignablePool = 'reward' | 'bonus' | 'insurance' | 'treasury' | 'loss';

export type AssignRefusal = 'DEPOSIT_UNKNOWN' | 'NOT_HELD' | 'WRONG_TOKEN';

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
