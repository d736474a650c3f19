import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import { foreignDeed } from './conclude-nonce.ts';
import { currentFees } from './gas-fees.ts';
import { type Operator } from './operator.ts';
import { type ChainView } from './operator-chain.ts';
import { settleOrder, voidOrder } from './resolve-order.ts';
import { type ChainOrder, chainOrder, operatorNonce } from './schema.ts';
import { sendAttempt } from './send-attempt.ts';
import { storeFirstAttempt } from './store-attempt.ts';

/** What the sender has at the head of the chain. */
export interface Funds {
  firstFreeNonce: number;
  balance: bigint;
}

/** What a recipient's own code may cost at most. */
const MOST_GAS = 1_000_000n;
/** The state that a transaction meets is not the one it was tried out on. */
const SPARE_GAS = 30_000n;

/** Tries an order out, and when the contract would do it, signs it, writes that, and sends it. */
export async function sendOrder(operator: Operator, view: ChainView, funds: Funds, order: ChainOrder): Promise<void> {
  const { chain, account, reached } = operator;
  await reached('STORED', order.id);
  if (order.isGivenUp) return endUnsent(operator, view, order, 'GIVEN_UP');
  const fees = currentFees(view.baseFeePerGas, await chain.priorityFee());
  if (fees.maxFeePerGas > operator.pace.mostFeePerGas) return hold(operator, order, 'FEES_TOO_HIGH');
  // Before it is tried out: a sender without gas looks to some nodes like a contract that refuses.
  if (MOST_GAS * fees.maxFeePerGas > funds.balance) return hold(operator, order, 'OPERATOR_OUT_OF_GAS');
  const trial = await chain.simulate(order, account.address);
  if (trial.outcome === 'LATER') return hold(operator, order, trial.reason);
  if (trial.outcome !== 'POSSIBLE') return endUnsent(operator, view, order, trial.reason);
  const gas = (trial.gas * 5n) / 4n + SPARE_GAS;
  if (gas > MOST_GAS) return endUnsent(operator, view, order, 'TOO_MUCH_GAS');
  const attempt = await storeFirstAttempt(operator, {
    orderId: order.id,
    firstFree: funds.firstFreeNonce,
    content: { call: trial.call, gas },
    fees,
  });
  if (attempt === null) return;
  operator.log.info({ orderId: order.id, kind: order.kind, nonce: attempt.nonce, hash: attempt.hash }, 'an order was signed');
  await reached('SIGNED', order.id);
  await sendAttempt(operator, attempt, order.id);
}

/** An order that no transaction is under way for: done by one that is not known here, or never to be done. The contract says which. */
async function endUnsent(operator: Operator, view: ChainView, order: ChainOrder, reason: string): Promise<void> {
  const { database, chain, clock, log, reached } = operator;
  if (await chain.isDone(order, view.confirmed)) {
    const deed = await foreignDeed(operator, view, order);
    await reached('CONFIRMED', order.id);
    await inTransaction(database, (tx) => settleOrder(tx, order, deed, clock()));
    log.warn({ orderId: order.id, kind: order.kind, hash: deed.hash }, 'an order had been done by a transaction that is not known here');
    return reached('POSTED', order.id);
  }
  // Done, but not confirmed: what says so now may be gone in a moment. And what the ledger has posted cannot be undone, it is tried on and on.
  if (reason === 'AlreadyPaid' || reason === 'AlreadyMinted' || order.status !== 'PENDING') return hold(operator, order, reason);
  if (await hasOpenNonce(operator, order)) return hold(operator, order, reason);
  await inTransaction(database, (tx) => voidOrder(tx, order, reason, clock()));
  log.warn({ orderId: order.id, kind: order.kind, reason }, 'an order was voided: all it held was given back');
  await reached('VOIDED', order.id);
}

/** Of a key that was replaced. */
async function hasOpenNonce({ database }: Operator, { id }: ChainOrder): Promise<boolean> {
  const open = await database
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.orderId, id), eq(operatorNonce.state, 'OPEN')))
    .limit(1);
  return open.length > 0;
}

/** Leaves an order alone for a while; what stands in its way is somebody's to see. */
async function hold({ database, clock, pace, log }: Operator, order: ChainOrder, reason: string): Promise<void> {
  const heldUntil = new Date(clock().getTime() + pace.holdMs);
  await database.update(chainOrder).set({ heldBecause: reason, heldUntil }).where(eq(chainOrder.id, order.id));
  if (order.heldBecause !== reason) log.error({ orderId: order.id, kind: order.kind, reason }, 'an order cannot be done for now');
}
