import { and, asc, eq, gte } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { GasFees } from './gas-fees.ts';
import { holdLease } from './lease.ts';
import type { Executor } from './executor.ts';
import { chainOrder, operatorNonce, type OperatorTransaction, operatorTransaction } from './schema.ts';
import { type AttemptContent, signAttempt } from './sign-attempt.ts';

export interface FirstAttempt {
  /** `null` fills a gap before waiting nonces. */
  orderId: string | null;
  /** The sender's transaction count on the chain: no lower nonce is free. */
  firstFree: number;
  /** Only accepts a nonce below this one. */
  before?: number;
  content: AttemptContent;
  fees: GasFees;
}

/**
 * Gives an order a nonce, signs it and stores both, before anything is sent. Returns `null`, with nothing signed, if the order shouldn't be
 * sent any more, which only the row locked here decides.
 */
export function storeFirstAttempt(
  executor: Executor,
  { orderId, firstFree, before = Infinity, content, fees }: FirstAttempt,
): Promise<OperatorTransaction | null> {
  const { database, lease, account, clock } = executor;
  return inTransaction(database, async (tx) => {
    await holdLease(tx, lease);
    if (orderId !== null && !(await isStillWanted(tx, orderId, account.address))) return null;
    const nonce = await findFreeNonce(tx, account.address, firstFree);
    if (nonce >= before) return null;
    await tx.insert(operatorNonce).values({ sender: account.address, nonce, orderId, openedAt: clock() });
    const attempt = await signAttempt(executor, nonce, content, fees);
    await tx.insert(operatorTransaction).values(attempt);
    return attempt;
  });
}

/** Signs and stores a replacement for everything signed with the same nonce. */
export function storeReplacement(executor: Executor, nonce: number, content: AttemptContent, fees: GasFees): Promise<OperatorTransaction> {
  const { database, lease } = executor;
  return inTransaction(database, async (tx) => {
    await holdLease(tx, lease);
    const attempt = await signAttempt(executor, nonce, content, fees);
    await tx.insert(operatorTransaction).values(attempt);
    return attempt;
  });
}

async function isStillWanted(tx: Transaction, orderId: string, sender: Address): Promise<boolean> {
  const [order] = await tx.select().from(chainOrder).where(eq(chainOrder.id, orderId)).for('update');
  if (order === undefined || order.status === 'VOIDED' || order.isGivenUp || order.settledBlock !== null) return false;
  const open = await tx
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.orderId, orderId), eq(operatorNonce.sender, sender), eq(operatorNonce.state, 'OPEN')));
  return open.length === 0;
}

/** The lowest unused nonce, so that gaps are filled before more is queued behind them. */
async function findFreeNonce(tx: Transaction, sender: Address, firstFree: number): Promise<number> {
  const used = await tx
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.sender, sender), gte(operatorNonce.nonce, firstFree)))
    .orderBy(asc(operatorNonce.nonce));
  const gap = used.findIndex(({ nonce }, index) => nonce !== firstFree + index);
  return firstFree + (gap === -1 ? used.length : gap);
}
