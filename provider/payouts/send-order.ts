import { and, asc, eq, gte } from 'drizzle-orm';
import { type Address, BaseError, keccak256, parseTransaction } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { ChainUnavailable } from '../chain-client.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { endUnsent } from './end-order.ts';
import type { ChainView } from './executor-chain.ts';
import { type Executor, holdLease } from './executor.ts';
import { type ContractCall, currentFees, type GasFees, gasLimitOf, type Simulation } from './simulate-order.ts';
import { holdOrder, noteFailure, noteTrial } from './payout-lines.ts';
import { type ChainOrder, chainOrder, operatorNonce, type OperatorTransaction, operatorTransaction } from './schema.ts';

/** The sender's state at the head of the chain, and the node's suggested priority fee. */
export interface Funds {
  firstFreeNonce: number;
  balance: bigint;
  priorityFee: bigint;
}

/** `NODE_FAILED`: nothing is known about the order, and trying another now would be pointless. */
type Sending = 'SENT' | 'NOT_SENT' | 'NODE_FAILED';

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

interface FirstAttempt {
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

/** What a transaction does: execute an order, or merely use its nonce. */
type AttemptContent = { call: ContractCall; gas: bigint } | 'EMPTY';

const EMPTY_GAS = 21_000n;

async function signAttempt(
  { account, clock }: Pick<Executor, 'account' | 'clock'>,
  nonce: number,
  content: AttemptContent,
  fees: GasFees,
): Promise<OperatorTransaction> {
  const isEmpty = content === 'EMPTY';
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: productChain.id,
    nonce,
    value: 0n,
    ...(isEmpty ? { to: account.address, gas: EMPTY_GAS } : { ...content.call, gas: content.gas }),
    ...fees,
  });
  return { hash: keccak256(raw), sender: account.address, nonce, isEmpty, raw, ...fees, signedAt: clock(), sentAt: null };
}

/** The same content, for a transaction with a higher fee. */
export function contentOf({ isEmpty, raw }: Pick<OperatorTransaction, 'isEmpty' | 'raw'>): AttemptContent {
  if (isEmpty) return 'EMPTY';
  const { to, data, gas } = parseTransaction(raw as `0x02${string}`);
  if (to === null || to === undefined || data === undefined || gas === undefined)
    throw new Error('what was signed for an order is not a call');
  return { call: { to, data }, gas };
}

export function isDueForSending(
  { sentAt }: Pick<OperatorTransaction, 'sentAt'>,
  { clock, pace }: Pick<Executor, 'clock' | 'pace'>,
): boolean {
  return sentAt === null || clock().getTime() - sentAt.getTime() >= pace.resendAfterMs;
}

/**
 * Sends a stored transaction to the node, for the first time or again. The node's response ("already known", "nonce too low", "replacement
 * underpriced", none at all) says nothing about the outcome; that is read from the chain.
 */
export async function sendAttempt(executor: Executor, { hash, raw }: OperatorTransaction, orderId: string | null): Promise<void> {
  const { chain, clock, database, log, reached } = executor;
  try {
    await chain.send(raw);
    if (orderId !== null) await reached('SENT', orderId);
  } catch (error) {
    log.warn({ hash, orderId, said: whatWasSaid(error) }, 'the node did not say that it took a transaction');
  }
  await database.update(operatorTransaction).set({ sentAt: clock() }).where(eq(operatorTransaction.hash, hash));
}

function whatWasSaid(error: unknown): string {
  if (error instanceof BaseError) return error.details === '' ? error.shortMessage : error.details;
  return error instanceof Error ? error.message : 'nothing';
}
