import type { Address } from 'viem';
import { describeFailure } from '../logging/describe-failure.ts';
import { concludeNonce } from './conclude-nonce.ts';
import { currentFees } from './gas-fees.ts';
import { lookBack } from './look-back.ts';
import { LeaseLost, takeLease } from './lease.ts';
import type { Executor } from './executor.ts';
import type { ChainView } from './executor-chain.ts';
import { type OpenNonce, readOpenNonces } from './read-open-nonces.ts';
import { readWaitingBatches, readWaitingPayouts } from './read-waiting.ts';
import type { ChainOrder } from './schema.ts';
import { type Funds, sendOrder } from './send-order.ts';
import { storeFirstAttempt } from './store-attempt.ts';
import { noteMined, tendNonce } from './tend-nonce.ts';

/** `ELSEWHERE`: another process has the lease. `IDLE`: there was nothing to do. */
export type Turn = 'ELSEWHERE' | 'IDLE' | 'BUSY';

interface Queue {
  orders: readonly ChainOrder[];
  /** How many of them may be sent in this turn. */
  room: number;
}

const MOST_BATCHES = 16;
/** More than there is room for, since some of them can't be sent. */
const MOST_TRIED = 64;

/**
 * Looks at all pending work once and advances each item as far as possible now. A failing one doesn't block the others. Checks past blocks
 * before doing anything, and now and then while idle.
 */
export async function takeTurn(executor: Executor, { looksBack }: { looksBack: boolean }): Promise<Turn> {
  const { database, lease } = executor;
  if (!(await takeLease(database, lease))) return 'ELSEWHERE';
  const isIdle = await isNothingToDo(executor);
  if (isIdle && !looksBack) return 'IDLE';
  const reopened = await lookBack(executor);
  if (isIdle && reopened === 0) return 'IDLE';
  await work(executor);
  return 'BUSY';
}

async function isNothingToDo(executor: Executor): Promise<boolean> {
  if ((await readOpenNonces(executor.database)).length > 0) return false;
  return (await readWaitingBatches(executor, 1)).length === 0 && (await readWaitingPayouts(executor, 1)).length === 0;
}

async function work(executor: Executor): Promise<void> {
  const { database, account, pace, chain } = executor;
  const open = await readOpenNonces(database);
  const view = await chain.view();
  for (const sender of new Set(open.map((each) => each.sender))) {
    await followNonces(
      executor,
      view,
      sender,
      open.filter((each) => each.sender === sender),
    );
  }
  const mined = await chain.nonceAt(account.address, view.head);
  const unmined = open.filter(({ sender, nonce }) => sender === account.address && nonce >= mined).length;
  const batches = await readWaitingBatches(executor, MOST_BATCHES);
  const payouts = unmined >= pace.mostOpen ? [] : await readWaitingPayouts(executor, MOST_TRIED);
  if (batches.length + payouts.length === 0) return;
  const funds: Funds = {
    firstFreeNonce: mined,
    balance: await chain.balanceAt(account.address, view.head),
    priorityFee: await chain.priorityFee(),
  };
  await sendAll(executor, view, funds, { orders: batches, room: batches.length });
  await sendAll(executor, view, funds, { orders: payouts, room: pace.mostOpen - unmined });
}

/** Orders that can't be sent use up no room, and only so much time: the rest wait for the next turn, which queues them anew. */
async function sendAll(executor: Executor, view: ChainView, funds: Funds, { orders, room }: Queue): Promise<void> {
  const startedAt = performance.now();
  const resting = new Set<string>();
  let left = room;
  for (const order of orders) {
    const line = `${order.memberId ?? order.kind} ${order.token}`;
    if (resting.has(line)) continue;
    const sending = await tryWork(executor, { orderId: order.id }, () => sendOrder(executor, view, funds, order));
    if (sending === 'NODE_FAILED') return;
    if (sending === 'SENT') left -= 1;
    // Whatever stopped this one would stop the next of its line.
    else resting.add(line);
    if (left === 0 || performance.now() - startedAt > executor.pace.trialsMs) return;
  }
}

async function followNonces(executor: Executor, view: ChainView, sender: Address, open: readonly OpenNonce[]): Promise<void> {
  const { chain, account } = executor;
  const [confirmed, mined] = [await chain.nonceAt(sender, view.confirmed), await chain.nonceAt(sender, view.head)];
  for (const each of open) {
    const names = { orderId: each.order?.id ?? null, nonce: each.nonce };
    if (each.nonce < confirmed) await tryWork(executor, names, () => concludeNonce(executor, view, each));
    else if (each.nonce < mined) await tryWork(executor, names, () => noteMined(executor, each));
    else await tryWork(executor, names, () => tendNonce(executor, view, each, each.nonce === mined));
  }
  const first = open.find(({ nonce }) => nonce >= mined);
  const isGap = confirmed === mined && first !== undefined && first.nonce > mined;
  if (isGap && sender === account.address) await tryWork(executor, { nonce: mined }, () => fillGap(executor, view, mined, first.nonce));
}

/** An unused nonce blocks all later ones: another program's transaction had it, and a reorg removed that. */
async function fillGap(executor: Executor, view: ChainView, firstFree: number, before: number): Promise<void> {
  const fees = currentFees(view.baseFeePerGas, await executor.chain.priorityFee());
  const filler = await storeFirstAttempt(executor, { orderId: null, firstFree, content: 'EMPTY', fees, before });
  if (filler !== null) executor.log.warn({ nonce: filler.nonce, before }, 'a gap before waiting transactions is filled');
}

async function tryWork<Outcome>(executor: Executor, names: object, work: () => Promise<Outcome>): Promise<Outcome | 'FAILED'> {
  // Renewed for each item, so that a long list can't outlast the lease.
  if (!(await takeLease(executor.database, executor.lease))) throw new LeaseLost('Another process has taken over.');
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    executor.log.warn({ ...names, failure: describeFailure(error) }, 'an order could not be moved on; the next turn takes it up again');
    return 'FAILED';
  }
}
