import { ChainUnavailable } from '../chain-client.ts';
import { endUnsent } from './end-unsent.ts';
import { currentFees } from './gas-fees.ts';
import { holdOrder } from './hold-order.ts';
import type { Executor } from './executor.ts';
import type { ChainView } from './executor-chain.ts';
import { gasLimitOf } from './order-gas.ts';
import { noteFailure, noteTrial } from './payout-line.ts';
import type { ChainOrder } from './schema.ts';
import { sendAttempt } from './send-attempt.ts';
import type { Simulation } from './simulate-order.ts';
import { storeFirstAttempt } from './store-attempt.ts';

/** The sender's state at the head of the chain, and the node's suggested priority fee. */
export interface Funds {
  firstFreeNonce: number;
  balance: bigint;
  priorityFee: bigint;
}

/** `NODE_FAILED`: nothing is known about the order, and trying another now would be pointless. */
export type Sending = 'SENT' | 'NOT_SENT' | 'NODE_FAILED';

/** Tries an order and, if the contract would execute it, signs, stores and sends it. */
export async function sendOrder(executor: Executor, view: ChainView, funds: Funds, order: ChainOrder): Promise<Sending> {
  const { account, reached, pace, log } = executor;
  await reached('STORED', order.id);
  if (order.isGivenUp) return notSent(endUnsent(executor, view, order, { outcome: 'NEVER', reason: 'GIVEN_UP' }));
  const fees = currentFees(view.baseFeePerGas, funds.priorityFee);
  if (fees.maxFeePerGas > pace.mostFeePerGas) return notSent(holdOrder(executor, order, 'FEES_TOO_HIGH'));
  // Check before the trial: on some nodes a sender without gas looks like a contract that refuses.
  if (gasLimitOf(order) * fees.maxFeePerGas > funds.balance) return notSent(holdOrder(executor, order, 'OPERATOR_OUT_OF_GAS'));
  await noteTrial(executor, order);
  const trial = await tryOut(executor, order, () =>
    executor.chain.simulate(order, { sender: account.address, fees, blockHash: view.head.hash }),
  );
  if (trial === 'NODE_FAILED') return trial;
  if (trial.outcome === 'LATER') return notSent(holdOrder(executor, order, trial.reason));
  if (trial.outcome === 'FAILED') return notSent(rest(executor, order, trial.reason));
  if (trial.outcome !== 'POSSIBLE') return notSent(endUnsent(executor, view, order, trial));
  const { call, gas } = trial;
  const attempt = await storeFirstAttempt(executor, { orderId: order.id, firstFree: funds.firstFreeNonce, content: { call, gas }, fees });
  if (attempt === null) return 'NOT_SENT';
  log.info({ orderId: order.id, kind: order.kind, nonce: attempt.nonce, hash: attempt.hash }, 'an order was signed');
  await reached('SIGNED', order.id);
  await sendAttempt(executor, attempt, order.id);
  return 'SENT';
}

/** If the node fails, orders wait briefly, however often that happens, and resume when it's back. */
async function tryOut(executor: Executor, order: ChainOrder, trial: () => Promise<Simulation>): Promise<Simulation | 'NODE_FAILED'> {
  try {
    return await trial();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    await holdOrder(executor, order, 'NODE_FAILED', executor.pace.restMs);
    return 'NODE_FAILED';
  }
}

/** Its line rests, longer each time. */
async function rest(executor: Executor, order: ChainOrder, reason: string): Promise<void> {
  const until = await noteFailure(executor, order);
  await holdOrder(executor, order, reason, until.getTime() - executor.clock().getTime());
}

async function notSent(ending: Promise<void>): Promise<'NOT_SENT'> {
  await ending;
  return 'NOT_SENT';
}
