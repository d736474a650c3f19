import { and, asc, eq, gte } from 'drizzle-orm';
import { type Address } from 'viem';
import { type Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type GasFees } from './gas-fees.ts';
import { holdLease } from './lease.ts';
import { type Operator } from './operator.ts';
import { chainOrder, operatorNonce, type OperatorTransaction, operatorTransaction } from './schema.ts';
import { type AttemptContent, signAttempt } from './sign-attempt.ts';

export interface FirstAttempt {
  /** `null` fills a gap before nonces that wait. */
  orderId: string | null;
  /** How many transactions the chain has of this sender: no nonce before is free. */
  firstFree: number;
  /** Only a nonce before this one is wanted. */
  before?: number;
  content: AttemptContent;
  fees: GasFees;
}

/**
 * Gives an order a nonce, signs and writes both, before anything is sent. `null`, and nothing signed, when the order is not to be sent any more: only the
 * row that is locked here decides.
 */
export function storeFirstAttempt(
  operator: Operator,
  { orderId, firstFree, before = Infinity, content, fees }: FirstAttempt,
): Promise<OperatorTransaction | null> {
  const { database, lease, account, clock } = operator;
  return inTransaction(database, async (tx) => {
    await holdLease(tx, lease);
    if (orderId !== null && !(await isStillWanted(tx, orderId, account.address))) return null;
    const nonce = await findFreeNonce(tx, account.address, firstFree);
    if (nonce >= before) return null;
    await tx.insert(operatorNonce).values({ sender: account.address, nonce, orderId, openedAt: clock() });
    const attempt = await signAttempt(operator, nonce, content, fees);
    await tx.insert(operatorTransaction).values(attempt);
    return attempt;
  });
}

/** Signs and writes what replaces all that was signed with the same nonce. */
export function storeReplacement(operator: Operator, nonce: number, content: AttemptContent, fees: GasFees): Promise<OperatorTransaction> {
  const { database, lease } = operator;
  return inTransaction(database, async (tx) => {
    await holdLease(tx, lease);
    const attempt = await signAttempt(operator, nonce, content, fees);
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

/** The lowest that nobody has: so a gap is filled before more is put behind it. */
async function findFreeNonce(tx: Transaction, sender: Address, firstFree: number): Promise<number> {
  const used = await tx
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.sender, sender), gte(operatorNonce.nonce, firstFree)))
    .orderBy(asc(operatorNonce.nonce));
  const gap = used.findIndex(({ nonce }, index) => nonce !== firstFree + index);
  return firstFree + (gap === -1 ? used.length : gap);
}
