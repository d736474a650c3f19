import { type Address } from 'viem';
import { describeFailure } from '../http/explain-failure.ts';
import { concludeNonce } from './conclude-nonce.ts';
import { currentFees } from './gas-fees.ts';
import { lookBack } from './look-back.ts';
import { LeaseLost, takeLease } from './lease.ts';
import { type Operator } from './operator.ts';
import { type ChainView } from './operator-chain.ts';
import { type OpenNonce, readOpenNonces, readWaitingOrders } from './read-orders.ts';
import { type Funds, sendOrder } from './send-order.ts';
import { storeFirstAttempt } from './store-attempt.ts';
import { noteMined, tendNonce } from './tend-nonce.ts';

/** `ELSEWHERE`: another process has the lease. `IDLE`: there was nothing to do. */
export type Turn = 'ELSEWHERE' | 'IDLE' | 'BUSY';

/**
 * Looks once at all that is to be done, and moves each of it on by what can be done now. One that fails keeps none of the others waiting. The past is
 * looked at before anything is done, and now and then when nothing is.
 */
export async function takeTurn(operator: Operator, { looksBack }: { looksBack: boolean }): Promise<Turn> {
  const { database, lease } = operator;
  if (!(await takeLease(database, lease))) return 'ELSEWHERE';
  const isIdle = await isNothingToDo(operator);
  if (isIdle && !looksBack) return 'IDLE';
  const reopened = await lookBack(operator);
  if (isIdle && reopened === 0) return 'IDLE';
  await work(operator);
  return 'BUSY';
}

async function isNothingToDo({ database, account, clock }: Operator): Promise<boolean> {
  const [open, waiting] = [await readOpenNonces(database), await readWaitingOrders(database, account.address, clock(), 1)];
  return open.length === 0 && waiting.length === 0;
}

async function work(operator: Operator): Promise<void> {
  const { database, account, clock, pace, chain } = operator;
  const open = await readOpenNonces(database);
  const room = Math.max(0, pace.mostOpen - open.length);
  const waiting = room === 0 ? [] : await readWaitingOrders(database, account.address, clock(), room);
  const view = await chain.view();
  for (const sender of new Set(open.map((each) => each.sender))) {
    await followNonces(
      operator,
      view,
      sender,
      open.filter((each) => each.sender === sender),
    );
  }
  if (waiting.length > 0) {
    const funds = await readFunds(operator, view);
    for (const order of waiting) await attempt(operator, { orderId: order.id }, () => sendOrder(operator, view, funds, order));
  }
}

async function followNonces(operator: Operator, view: ChainView, sender: Address, open: readonly OpenNonce[]): Promise<void> {
  const { chain, account } = operator;
  const [confirmed, mined] = [await chain.nonceAt(sender, view.confirmed), await chain.nonceAt(sender, view.head)];
  for (const each of open) {
    const names = { orderId: each.order?.id ?? null, nonce: each.nonce };
    if (each.nonce < confirmed) await attempt(operator, names, () => concludeNonce(operator, view, each));
    else if (each.nonce < mined) await attempt(operator, names, () => noteMined(operator, each));
    else await attempt(operator, names, () => tendNonce(operator, view, each, each.nonce === mined));
  }
  const first = open.find(({ nonce }) => nonce >= mined);
  const isGap = confirmed === mined && first !== undefined && first.nonce > mined;
  if (isGap && sender === account.address) await attempt(operator, { nonce: mined }, () => fillGap(operator, view, mined, first.nonce));
}

/** A nonce that nobody uses holds up all behind it: another program's transaction had it, and a reorg took that away. */
async function fillGap(operator: Operator, view: ChainView, firstFree: number, before: number): Promise<void> {
  const fees = currentFees(view.baseFeePerGas, await operator.chain.priorityFee());
  const filler = await storeFirstAttempt(operator, { orderId: null, firstFree, content: 'EMPTY', fees, before });
  if (filler !== null) operator.log.warn({ nonce: filler.nonce, before }, 'a gap before waiting transactions is filled');
}

async function readFunds({ chain, account }: Operator, { head }: ChainView): Promise<Funds> {
  return { firstFreeNonce: await chain.nonceAt(account.address, head), balance: await chain.balanceAt(account.address, head) };
}

async function attempt(operator: Operator, names: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    operator.log.warn({ ...names, failure: describeFailure(error) }, 'an order could not be moved on; the next turn takes it up again');
  }
}
