import { decodeWords, encodeWords, selectors } from '../chain/abi-words.ts';
import { RpcError, type JsonRpc } from '../chain/json-rpc.ts';
import { readQuantity } from '../chain/read-quantity.ts';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { sendFromWallet } from '../chain/wallets/send-from-wallet.ts';
import { toWalletError, type WalletErrorCode } from '../chain/wallets/wallet-error.ts';
import { wordsOfWallet } from '../chain/wallets/words-of-wallet.ts';
import { decodeRevert } from '../transactions/decode-revert.ts';
import type { TrackedTransaction, TransactionPurpose } from '../transactions/tracked-transaction.ts';
import { encodeStep, type StepTransaction } from './encode-step.ts';
import { failureOfTransaction } from './failure-of-transaction.ts';
import { GAS_OF_STEP } from './gas-of-step.ts';
import { amountAtMost, planSwap, type SwapStep } from './plan-swap.ts';
import type { SwapQuote } from './quote-swap.ts';
import type { SwapFailure, SwapRunEvent } from './swap-run.ts';
import { isNative } from './swap-token.ts';

export interface SwapOrder {
  owner: Address;
  quote: SwapQuote;
  /** What the person agreed to: `limitOf` the quote. */
  limit: bigint;
  router: Address;
  wju: Address;
  deadlineMinutes: number;
}

export interface SwapPorts {
  /** The site's node: what is read and simulated. */
  rpc: JsonRpc;
  /** The person's wallet: what is sent. */
  wallet: Eip1193Provider;
  nowMs: () => number;
  emit: (event: SwapRunEvent) => void;
  /** Follows a transaction; resolves when it is in a block, or will never be. */
  follow: (sent: TrackedTransaction) => Promise<TrackedTransaction>;
}

class SwapError extends Error {
  override readonly name = 'SwapError';
  readonly code: SwapFailure;

  constructor(code: SwapFailure, detail = '', cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

/**
 * Runs a swap to its end: plans its steps from what the chain says now, and for each one simulates it, looks once more where the wallet
 * stands, asks the wallet to send it and follows it. Whatever happens is said by `emit`; it throws nothing.
 */
export async function runSwap(order: SwapOrder, ports: SwapPorts): Promise<void> {
  const { emit } = ports;
  emit({ type: 'STARTED', quote: order.quote });
  try {
    const steps = await plan(order, ports);
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
const MS_PER_SECOND = 1_000;

async function plan(order: SwapOrder, { rpc }: SwapPorts): Promise<SwapStep[]> {
  const { quote, limit, router, owner } = order;
  const situation = { quote, limit, router, allowance: 0n, changesAllowance: true };
  if (isNative(quote.tokenIn) || quote.path.length === 0) return planSwap(situation);
  const { allowance } = await readAllowance(order, rpc);
  if (allowance === 0n || allowance >= amountAtMost(situation)) return planSwap({ ...situation, allowance });
  const approve: SwapStep = { kind: 'APPROVE', token: quote.tokenIn.address, spender: router, amount: amountAtMost(situation) };
  const { to, data } = encodeStep(approve, termsOf(order, 0n));
  // A refusal here is what tokens say that want their allowance set to zero first.
  const [answer] = await rpc.batch([{ method: 'eth_call', params: [{ from: owner, to, data }, 'latest'] }]);
  return planSwap({ ...situation, allowance, changesAllowance: answer?.ok === true });
}

async function runStep(step: SwapStep, order: SwapOrder, ports: SwapPorts): Promise<TrackedTransaction> {
  const { rpc, wallet, nowMs, emit, follow } = ports;
  const head = await readHead(rpc);
  // A device whose clock is behind the chain's would send what has expired.
  const nowSeconds = Math.max(Math.floor(nowMs() / MS_PER_SECOND), head.timestamp);
  const transaction = encodeStep(step, termsOf(order, BigInt(nowSeconds + order.deadlineMinutes * 60)));
  const gas = await simulate(step, transaction, order, rpc);
  const sent = await sendFromWallet(wallet, { ...transaction, from: order.owner, gas });
  if (!sent.ok) throw sent.error;
  const hash = sent.value;
  emit({ type: 'SENT', hash });
  const mined = await follow({
    hash,
    owner: order.owner,
    to: transaction.to,
    data: transaction.data,
    value: transaction.value.toString(),
    nonce: null,
    sentAtMs: nowMs(),
    sentAtBlock: head.number,
    purpose: purposeOf(step, order),
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  });
  requireSuccess(mined);
  return mined;
}

/**
 * The trade as the chain would make it now, and whether the account can pay for it; gives the gas to send it with. A pair writes more in
 * a later block than in the one that the estimate is made for (the first trade of a block keeps its price), which costs it up to half as
 * much again: with the estimate alone it would run out of gas. What is not used is not paid.
 */
async function simulate(step: SwapStep, { to, data, value }: StepTransaction, { owner }: SwapOrder, rpc: JsonRpc): Promise<bigint> {
  const call = { from: owner, to, data, value: toHex(value) };
  const [balance, gasPrice, answer, estimate] = await rpc.batch([
    { method: 'eth_getBalance', params: [owner, 'latest'] },
    { method: 'eth_gasPrice' },
    { method: 'eth_call', params: [call, 'latest'] },
    { method: 'eth_estimateGas', params: [call] },
  ]);
  if (!balance?.ok || !gasPrice?.ok || !answer) throw new SwapError('NODE_UNREACHABLE');
  const gas = estimate?.ok ? readQuantity(estimate.result) * GAS_MARGIN : GAS_OF_STEP[step.kind];
  if (readQuantity(balance.result) < value + gas * readQuantity(gasPrice.result)) throw new SwapError('INSUFFICIENT_FUNDS');
  if (answer.ok) return gas;
  if (answer.error.code === 'UNREACHABLE') throw answer.error;
  const { reason, text } = decodeRevert(answer.error);
  throw new SwapError(reason, text, answer.error);
}

function requireSuccess(mined: TrackedTransaction): void {
  const failure = failureOfTransaction(mined);
  if (failure !== null) throw new SwapError(failure);
}

/** Wallets let people edit what they allow. */
async function requireAllowance(order: SwapOrder, { rpc }: SwapPorts, { status }: TrackedTransaction): Promise<void> {
  const minedIn = status.kind === 'CONFIRMED' ? status.blockNumber : 0;
  const { allowance, headNumber } = await readAllowance(order, rpc);
  if (allowance >= amountAtMost(order)) return;
  // One of several nodes that has not seen the approval yet.
  if (headNumber < minedIn) throw new SwapError('NODE_UNREACHABLE');
  throw new SwapError('ALLOWANCE_EDITED');
}

async function readAllowance({ owner, router, quote }: SwapOrder, rpc: JsonRpc): Promise<{ allowance: bigint; headNumber: number }> {
  const data = encodeWords(selectors.allowance, owner, router);
  const [head, answer] = await rpc.batch([
    { method: 'eth_blockNumber' },
    { method: 'eth_call', params: [{ to: quote.tokenIn.address, data }, 'latest'] },
  ]);
  if (!head?.ok || !answer?.ok) throw new SwapError('NODE_UNREACHABLE');
  return { allowance: decodeWords(answer.result, 1)[0] ?? 0n, headNumber: Number(readQuantity(head.result)) };
}

async function readHead(rpc: JsonRpc): Promise<{ number: number; timestamp: number }> {
  const block = await rpc.call('eth_getBlockByNumber', 'latest', false);
  if (typeof block !== 'object' || block === null || !('number' in block) || !('timestamp' in block)) throw new RpcError('UNREACHABLE');
  return { number: Number(readQuantity(block.number)), timestamp: Number(readQuantity(block.timestamp)) };
}

function toHex(quantity: bigint): Hex {
  return `0x${quantity.toString(16)}`;
}

function termsOf({ owner, router, wju }: SwapOrder, deadline: bigint) {
  return { owner, router, wju, deadline };
}

function purposeOf(step: SwapStep, { quote, limit }: SwapOrder): TransactionPurpose {
  const { tokenIn, tokenOut, kind, amountIn, amountOut } = quote;
  const trade = {
    tokenIn: tokenIn.symbol,
    tokenOut: tokenOut.symbol,
    decimalsIn: tokenIn.decimals,
    decimalsOut: tokenOut.decimals,
    exact: kind,
    amountIn: amountIn.toString(),
    amountOut: amountOut.toString(),
    limit: limit.toString(),
  };
  if (step.kind !== 'APPROVE' && step.kind !== 'RESET_ALLOWANCE') return { kind: step.kind, ...trade };
  const amount = step.kind === 'APPROVE' ? step.amount : 0n;
  return { kind: step.kind, token: tokenIn.symbol, decimals: tokenIn.decimals, amount: amount.toString(), trade };
}

function toSwapError(thrown: unknown): SwapError {
  if (thrown instanceof SwapError) return thrown;
  if (thrown instanceof RpcError) return new SwapError('NODE_UNREACHABLE', '', thrown);
  const error = toWalletError(thrown);
  return new SwapError(WALLET_FAILURES[error.code] ?? 'WALLET_FAILED', wordsOfWallet(error), thrown);
}

const WALLET_FAILURES: Partial<Record<WalletErrorCode, SwapFailure>> = {
  USER_REJECTED: 'USER_REJECTED',
  REQUEST_PENDING: 'REQUEST_PENDING',
  CHAIN_NOT_CONFIGURED: 'WRONG_CHAIN',
  CONNECTOR_NOT_FOUND: 'WRONG_ACCOUNT',
};
