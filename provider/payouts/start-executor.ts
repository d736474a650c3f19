import { and, desc, eq, inArray } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { Address } from 'viem';
import { inTransaction } from '../db/in-transaction.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import { settleNonce } from './end-order.ts';
import type { ChainView } from './executor-chain.ts';
import { defaultPace, dropLease, type Executor, LeaseLost, noteTurn, type Pace, takeLease } from './executor.ts';
import { currentFees } from './simulate-order.ts';
import { readWaitingBatches, readWaitingPayouts } from './payout-lines.ts';
import { type ChainOrder, chainOrder, operatorNonce } from './schema.ts';
import { type Funds, sendOrder, storeFirstAttempt } from './send-order.ts';
import { noteMined, type OpenNonce, readOpenNonces, resendOrReplace } from './open-nonce.ts';

export type ExecutorParts = Pick<Executor, 'database' | 'chain' | 'account' | 'clock' | 'log'> &
  Partial<Pick<Executor, 'reached'>> & { pace?: Partial<Pace>; leaseMs?: number };

export interface RunningExecutor {
  /** The last completed turn, and how long ago it was; null before the first. */
  lastTurn(): LastTurn | null;
  /** Finishes the current turn, which looks at each order once, and lets another process continue. */
  stop(): Promise<void>;
}

interface LastTurn {
  turn: Turn;
  ageSeconds: number;
}

/** Longer than a turn takes with a slow node; if one takes longer still, it signs nothing more. */
const LEASE_MS = 30_000;
const TURN_EVERY_MS = 1_000;
/** Recording every turn would be more than anyone needs. */
const NOTE_EVERY_MS = 5_000;

export function createExecutor({ pace, leaseMs = LEASE_MS, reached = () => Promise.resolve(), ...parts }: ExecutorParts): Executor {
  return { ...parts, reached, pace: { ...defaultPace, ...pace }, lease: { holder: v7(), leaseMs } };
}

/** Processes orders alongside other processes, of which one at a time signs and sends, until stopped. Idle while it may not act. */
export function startExecutor(executor: Executor, mayAct = () => Promise.resolve(true)): RunningExecutor {
  const stopping = new AbortController();
  let last: { turn: Turn; atMs: number } | null = null;
  const running = run(executor, mayAct, stopping.signal, (turn) => (last = { turn, atMs: performance.now() }));
  return {
    lastTurn: () => last && { turn: last.turn, ageSeconds: (performance.now() - last.atMs) / 1_000 },
    stop: async () => {
      stopping.abort();
      await running;
      await dropLease(executor.database, executor.lease).catch(() => executor.log.warn('could not hand over to another process'));
    },
  };
}

async function run(executor: Executor, mayAct: () => Promise<boolean>, stopping: AbortSignal, onTurn: (turn: Turn) => void): Promise<void> {
  let reorgsCheckedAtMs = -Infinity;
  let notedAtMs = -Infinity;
  let before: Turn | 'FAILED' | undefined;
  while (!stopping.aborted) {
    if (!(await isAllowed(executor, mayAct))) {
      await wait(TURN_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
      continue;
    }
    const checksReorgs = performance.now() - reorgsCheckedAtMs >= executor.pace.reorgCheckEveryMs;
    if (checksReorgs) reorgsCheckedAtMs = performance.now();
    const isNoted = performance.now() - notedAtMs < NOTE_EVERY_MS;
    const turn = await tryTurn(executor, { checksReorgs, isNoted });
    if (turn !== 'FAILED') onTurn(turn);
    if (!isNoted && turn !== 'FAILED') notedAtMs = performance.now();
    if (turn === 'ELSEWHERE' && before !== 'ELSEWHERE') executor.log.info('another process carries out the orders');
    before = turn;
    await wait(TURN_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Not when it can't be found out, as while the database is away: the next turn asks again. */
async function isAllowed({ log }: Executor, mayAct: () => Promise<boolean>): Promise<boolean> {
  try {
    return await mayAct();
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'whether orders may be carried out could not be found out; the next turn asks again');
    return false;
  }
}

async function tryTurn(
  executor: Executor,
  { checksReorgs, isNoted }: { checksReorgs: boolean; isNoted: boolean },
): Promise<Turn | 'FAILED'> {
  try {
    const turn = await takeTurn(executor, { checksReorgs });
    if (!isNoted && turn !== 'ELSEWHERE') await noteTurn(executor.database, executor.lease);
    return turn;
  } catch (error) {
    executor.log.warn({ failure: describeFailure(error) }, 'orders could not be looked at; the next turn does');
    return 'FAILED';
  }
}

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
export async function takeTurn(executor: Executor, { checksReorgs }: { checksReorgs: boolean }): Promise<Turn> {
  const { database, lease } = executor;
  if (!(await takeLease(database, lease))) return 'ELSEWHERE';
  const isIdle = await isNothingToDo(executor);
  if (isIdle && !checksReorgs) return 'IDLE';
  const reopened = await undoReorgs(executor);
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
    if (each.nonce < confirmed) await tryWork(executor, names, () => settleNonce(executor, view, each));
    else if (each.nonce < mined) await tryWork(executor, names, () => noteMined(executor, each));
    else await tryWork(executor, names, () => resendOrReplace(executor, view, each, each.nonce === mined));
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

const PAGE = 50;

/**
 * Checks whether the blocks that used nonces are still on the chain. If a reorg deeper than the confirmations undid what was booked,
 * reopens those nonces, so that their orders are executed again under the same ids. That is harmless if it was the node that was wrong.
 * Returns the number reopened.
 */
async function undoReorgs({ database, chain, log }: Executor): Promise<number> {
  let reopened = 0;
  for (;;) {
    const newest = await database
      .select({
        sender: operatorNonce.sender,
        nonce: operatorNonce.nonce,
        orderId: operatorNonce.orderId,
        block: operatorNonce.block,
        blockHash: operatorNonce.blockHash,
      })
      .from(operatorNonce)
      .where(eq(operatorNonce.state, 'CONSUMED'))
      .orderBy(desc(operatorNonce.block), desc(operatorNonce.nonce))
      .limit(PAGE);
    const gone: typeof newest = [];
    for (const each of newest) {
      const hash = each.block === null ? null : await chain.hashOf(each.block);
      // All blocks below one on the chain are on it too. And a node that lags proves nothing.
      if (hash === null || hash === each.blockHash) break;
      gone.push(each);
    }
    if (gone.length === 0) return reopened;
    await reopen(gone);
    reopened += gone.length;
    log.error({ nonces: gone.map(({ nonce }) => nonce) }, 'a reorg took back what was confirmed: it is done again');
    if (gone.length < newest.length) return reopened;
  }

  async function reopen(gone: readonly { sender: string; nonce: number; orderId: string | null }[]): Promise<void> {
    await inTransaction(database, async (tx) => {
      for (const { sender, nonce } of gone) {
        await tx
          .update(operatorNonce)
          .set({ state: 'OPEN', outcome: null, block: null, blockHash: null })
          .where(and(eq(operatorNonce.sender, sender as `0x${string}`), eq(operatorNonce.nonce, nonce)));
      }
      const orders = gone.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
      if (orders.length > 0) await tx.update(chainOrder).set({ settledBlock: null }).where(inArray(chainOrder.id, orders));
    });
  }
}
