import { erc20Abi, type Client } from 'viem';
import { call, estimateGas, getBalance, getBlockNumber, getGasPrice, readContract } from 'viem/actions';
import { nodeRefusal } from '../chain/node-refusal.ts';
import { sendFromWallet } from '../chain/wallets/send-from-wallet.ts';
import { decodeRevert } from '../transactions/decode-revert.ts';
import type { TrackedTransaction } from '../transactions/tracked-transaction.ts';
import { encodeStep, type StepTransaction } from './encode-step.ts';
import { amountAtMost, GAS_OF_STEP, planSwap, type SwapStep } from './plan-swap.ts';
import { requireSuccess, runBatch, SwapError, toSwapError } from './run-batch.ts';
import { termsNow, trackedStep, type SwapOrder, type SwapPorts } from './swap-order.ts';
import { isNative } from './swap-token.ts';

/**
 * Runs a swap to its end: plans its steps from the chain's current state; for each one simulates it, checks the wallet again, has the wallet send it, and
 * follows it. If the wallet offers batches, all steps are sent as one. Reports everything through `emit` and never throws.
 */
export async function runSwap(order: SwapOrder, ports: SwapPorts): Promise<void> {
  const { emit } = ports;
  emit({ type: 'STARTED', quote: order.quote });
  try {
    const steps = await plan(order, ports);
    if (steps.length > 1 && (await ports.batches.areOffered()) && (await runBatch(steps, order, ports)) === 'DONE') {
      emit({ type: 'FINISHED' });
      return;
    }
    emit({ type: 'PLANNED', steps });
    for (const [index, step] of steps.entries()) {
      emit({ type: 'ASKED', index });
      const mined = await runStep(step, order, ports);
      if (step.kind === 'APPROVE') await requireAllowance(order, ports, mined);
    }
    emit({ type: 'FINISHED' });
  } catch (thrown) {
    const { code, message } = toSwapError(thrown);
    emit({ type: 'FAILED', failure: code, detail: message });
  }
}

const GAS_MARGIN = 2n;

async function plan(order: SwapOrder, { client }: SwapPorts): Promise<SwapStep[]> {
  const { quote, limit, router, owner } = order;
  const situation = { quote, limit, router, allowance: 0n, changesAllowance: true };
  if (isNative(quote.tokenIn) || quote.path.length === 0) return planSwap(situation);
  const { allowance } = await readAllowance(order, client);
  if (allowance === 0n || allowance >= amountAtMost(situation)) return planSwap({ ...situation, allowance });
  const approve: SwapStep = { kind: 'APPROVE', token: quote.tokenIn.address, spender: router, amount: amountAtMost(situation) };
  const { to, data } = encodeStep(approve, { owner, router, wju: order.wju, deadline: 0n });
  // Tokens that need their allowance reset to zero first fail here.
  const changesAllowance = await isTaken(call(client, { account: owner, to, data }));
  return planSwap({ ...situation, allowance, changesAllowance });
}

async function runStep(step: SwapStep, order: SwapOrder, ports: SwapPorts): Promise<TrackedTransaction> {
  const { client, wallet, nowMs, emit, follow } = ports;
  const terms = await termsNow(order, ports);
  const transaction = encodeStep(step, terms);
  const gas = await simulate(step, transaction, order, client);
  const sent = await sendFromWallet(wallet, { ...transaction, from: order.owner, gas });
  if (!sent.ok) throw sent.error;
  const hash = sent.value;
  emit({ type: 'SENT', hash });
  const mined = await follow({ ...trackedStep(step, transaction, order, { atMs: nowMs(), atBlock: terms.head }), hash });
  requireSuccess(mined);
  return mined;
}

/**
 * Simulates the trade on the current chain, including whether the account can pay for it, and returns the gas to send it with. A pair writes more in a
 * later block than in the one of the estimate (the first trade of a block stores its price), which costs up to half as much again: with the estimate alone
 * it would run out of gas. Unused gas isn't charged.
 */
async function simulate(step: SwapStep, transaction: StepTransaction, { owner }: SwapOrder, client: Client): Promise<bigint> {
  const { to, data, value } = transaction;
  const asked = { account: owner, to, data, value };
  const [balance, gasPrice, answer, estimate] = await Promise.allSettled([
    getBalance(client, { address: owner }),
    getGasPrice(client),
    call(client, asked),
    estimateGas(client, asked),
  ]);
  if (balance.status === 'rejected' || gasPrice.status === 'rejected') throw new SwapError('NODE_UNREACHABLE');
  const gas = estimate.status === 'fulfilled' ? estimate.value * GAS_MARGIN : GAS_OF_STEP[step.kind];
  if (balance.value < value + gas * gasPrice.value) throw new SwapError('INSUFFICIENT_FUNDS');
  if (answer.status === 'fulfilled') return gas;
  const refusal = nodeRefusal(answer.reason);
  if (refusal === null) throw new SwapError('NODE_UNREACHABLE', '', answer.reason);
  const { reason, text } = decodeRevert(refusal);
  throw new SwapError(reason, text, answer.reason);
}

/** Wallets let people edit the allowance. */
async function requireAllowance(order: SwapOrder, { client }: SwapPorts, { status }: TrackedTransaction): Promise<void> {
  const minedIn = status.kind === 'CONFIRMED' ? status.blockNumber : 0;
  const { allowance, headNumber } = await readAllowance(order, client);
  if (allowance >= amountAtMost(order)) return;
  // One of several nodes hasn't seen the approval yet.
  if (headNumber < minedIn) throw new SwapError('NODE_UNREACHABLE');
  throw new SwapError('ALLOWANCE_EDITED');
}

async function readAllowance({ owner, router, quote }: SwapOrder, client: Client): Promise<{ allowance: bigint; headNumber: number }> {
  const [head, allowance] = await Promise.all([
    getBlockNumber(client, { cacheTime: 0 }),
    readContract(client, { address: quote.tokenIn.address, abi: erc20Abi, functionName: 'allowance', args: [owner, router] }),
  ]);
  return { allowance, headNumber: Number(head) };
}

/** Whether the node accepts it; throws if the node neither accepts nor refuses. */
async function isTaken(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (thrown) {
    if (nodeRefusal(thrown) === null) throw thrown;
    return false;
  }
}
