import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { Queryable } from '../db/database.ts';
import type { ChainView } from './executor-chain.ts';
import type { Executor } from './executor.ts';
import { currentFees, raiseFees } from './simulate-order.ts';
import { chainOrder, type ChainOrder, operatorNonce, type OperatorTransaction, operatorTransaction } from './schema.ts';
import { contentOf, isDueForSending, sendAttempt, storeReplacement } from './send-order.ts';

/**
 * Maintains a nonce the chain hasn't used: resends its transaction (nodes forget), raises the fee if it waits too long, and replaces it
 * with an empty transaction if its order must not be executed any more.
 */
export async function resendOrReplace(executor: Executor, view: ChainView, open: OpenNonce, isFirstInLine: boolean): Promise<void> {
  await noteHash(executor, open, null);
  const latest = open.attempts.at(-1);
  if (latest === undefined) throw new Error('a nonce is open that nothing was signed with');
  const isOwn = open.sender === executor.account.address;
  const mustBeEmpty = isUnwanted(open) && !latest.isEmpty;
  // Later nonces have to wait anyway; their turn will come.
  const waitsTooLong = isFirstInLine && executor.clock().getTime() - latest.signedAt.getTime() >= executor.pace.raiseAfterMs;
  if (isOwn && (mustBeEmpty || waitsTooLong || latest.maxFeePerGas < view.baseFeePerGas)) {
    const replacement = await replace(executor, view, latest, mustBeEmpty);
    if (replacement !== null) return sendAttempt(executor, replacement, open.order?.id ?? null);
  }
  if (isDueForSending(latest, executor)) await sendAttempt(executor, latest, open.order?.id ?? null);
}

/** Included in an unconfirmed block: its hash can be shown. */
export async function noteMined(executor: Executor, open: OpenNonce): Promise<void> {
  if (open.order === null || open.order.chainHash !== null) return;
  for (const { hash, isEmpty } of open.attempts.toReversed()) {
    const receipt = isEmpty ? null : await executor.chain.receipt(hash);
    if (receipt?.status !== 'success') continue;
    await executor.reached('MINED', open.order.id);
    await noteHash(executor, open, hash);
    return;
  }
}

function isUnwanted({ order, isDoneElsewhere }: OpenNonce): boolean {
  return order === null || order.isGivenUp || order.status === 'VOIDED' || isDoneElsewhere;
}

async function replace(
  executor: Executor,
  view: ChainView,
  latest: OperatorTransaction,
  asEmpty: boolean,
): Promise<OperatorTransaction | null> {
  const { chain, pace, log } = executor;
  const fees = raiseFees(latest, currentFees(view.baseFeePerGas, await chain.priorityFee()));
  if (fees.maxFeePerGas > pace.mostFeePerGas) {
    log.error({ nonce: latest.nonce, hash: latest.hash }, 'a transaction waits because its fee would exceed the limit');
    return null;
  }
  const replacement = await storeReplacement(executor, latest.nonce, asEmpty ? 'EMPTY' : contentOf(latest), fees);
  log.info(
    { nonce: latest.nonce, hash: replacement.hash, instead: latest.hash, isEmpty: replacement.isEmpty },
    'a transaction’s fee was raised',
  );
  return replacement;
}

async function noteHash({ database }: Executor, { order }: OpenNonce, hash: Hex | null): Promise<void> {
  if (order === null || order.chainHash === hash) return;
  await database
    .update(chainOrder)
    .set({ chainHash: hash })
    .where(and(eq(chainOrder.id, order.id), isNull(chainOrder.settledBlock)));
}

/** A nonce the chain hasn't used as far as known, and everything ever signed with it. */
export interface OpenNonce {
  sender: Address;
  nonce: number;
  /** `null`: it is filled with an empty transaction, because later nonces wait for it. */
  order: ChainOrder | null;
  /** Whether the order was executed with another nonce. */
  isDoneElsewhere: boolean;
  /** Highest fee last: that is the one that counts, since each replaces those before. */
  attempts: OperatorTransaction[];
}

/** In the order the chain takes them. */
export async function readOpenNonces(database: Queryable): Promise<OpenNonce[]> {
  const rows = await database
    .select({ sender: operatorNonce.sender, nonce: operatorNonce.nonce, order: chainOrder })
    .from(operatorNonce)
    .leftJoin(chainOrder, eq(chainOrder.id, operatorNonce.orderId))
    .where(eq(operatorNonce.state, 'OPEN'))
    .orderBy(asc(operatorNonce.sender), asc(operatorNonce.nonce));
  if (rows.length === 0) return [];
  const attempts = await database
    .select()
    .from(operatorTransaction)
    .where(or(...rows.map(({ sender, nonce }) => and(eq(operatorTransaction.sender, sender), eq(operatorTransaction.nonce, nonce)))))
    .orderBy(asc(operatorTransaction.maxFeePerGas));
  const done = await readDoneOrders(
    database,
    rows.flatMap(({ order }) => (order === null ? [] : [order.id])),
  );
  return rows.map(({ sender, nonce, order }) => ({
    sender,
    nonce,
    order,
    isDoneElsewhere: order !== null && done.has(order.id),
    attempts: attempts.filter((each) => each.sender === sender && each.nonce === nonce),
  }));
}

async function readDoneOrders(database: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: operatorNonce.orderId })
    .from(operatorNonce)
    .where(and(inArray(operatorNonce.orderId, [...ids]), eq(operatorNonce.outcome, 'DONE')));
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}
