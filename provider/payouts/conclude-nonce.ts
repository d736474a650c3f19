import { and, eq } from 'drizzle-orm';
import { ChainUnavailable } from '../chain-client.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Executor } from './executor.ts';
import type { BlockRef, ChainView, Receipt } from './executor-chain.ts';
import type { OpenNonce } from './read-open-nonces.ts';
import { noteFailure, noteSuccess } from './payout-line.ts';
import { refuseOrder, type Settled, settleOrder, voidOrder } from './resolve-order.ts';
import { type ChainOrder, operatorNonce } from './schema.ts';
import { wasRefused } from './was-refused.ts';

/** A nonce that was signed for an order, not to fill a gap. */
interface OrderNonce extends OpenNonce {
  order: ChainOrder;
}

type Outcome = NonNullable<(typeof operatorNonce.$inferSelect)['outcome']>;

/**
 * Determines the outcome of a nonce that the confirmed chain has used, and books it. Only the order's contract, read at the confirmed
 * block, says whether it was executed; receipts merely show by which transaction.
 */
export async function concludeNonce(executor: Executor, view: ChainView, open: OpenNonce): Promise<void> {
  const { order } = open;
  const receipts = await readReceipts(executor, view, open);
  if (order === null) return close(executor, open, { outcome: receipts.length > 0 ? 'EMPTY' : 'TAKEN', block: blockOf(receipts, view) });
  if (await executor.chain.isDone(order, view.confirmed)) return settle(executor, view, { ...open, order }, receipts);
  if (ownExecution({ ...open, order }, receipts) !== undefined)
    throw new ChainUnavailable('A receipt says that the order was executed, and the contract says that it wasn’t.');
  const reverted = receipts.find(({ status }) => status === 'reverted');
  const outcome = reverted !== undefined ? 'REVERTED' : receipts.length > 0 ? 'EMPTY' : 'TAKEN';
  // If another transaction took the nonce, the order can still be executed with a new one; an order the contract refused is over.
  const isOver = order.status === 'PENDING' && (reverted !== undefined || order.isGivenUp);
  const refusal = isOver && reverted !== undefined && (await wasRefused(executor, view, open, reverted)) ? reverted : null;
  await close(executor, open, { outcome, block: blockOf(receipts, view) }, (tx) =>
    isOver ? refund(executor, tx, order, { refusal, reason: reverted !== undefined ? 'REVERTED' : 'GIVEN_UP' }) : Promise.resolve(),
  );
  if (refusal !== null) await noteFailure(executor, order);
  if (isOver) await executor.reached('VOIDED', order.id);
}

async function settle(executor: Executor, view: ChainView, open: OrderNonce, receipts: readonly Receipt[]): Promise<void> {
  const { order } = open;
  const { clock, log, reached } = executor;
  const settled = ownExecution(open, receipts) ?? (await findExecution(executor, view, order));
  await reached('CONFIRMED', order.id);
  const block = blockOf(receipts, view);
  await close(executor, open, { outcome: 'DONE', block }, async (tx) => {
    const before = await settleOrder(tx, order, settled, clock());
    if (before === 'VOIDED' && order.kind !== 'MINT')
      log.fatal({ orderId: order.id, hash: settled.hash }, 'the chain paid an order that was already refunded: the loss is booked');
  });
  await noteSuccess(executor, order);
  log.info({ orderId: order.id, kind: order.kind, hash: settled.hash }, 'an order was done');
  await reached('POSTED', order.id);
}

/** Executed by a transaction with this nonce. */
function ownExecution({ attempts, order: { amount } }: OrderNonce, receipts: readonly Receipt[]): Settled | undefined {
  const done = receipts.find(({ hash, status }) => status === 'success' && attempts.some((each) => each.hash === hash && !each.isEmpty));
  return done === undefined ? undefined : { hash: done.hash, blockNumber: done.block.number, amount };
}

/** Executed with another nonce, or before a backup was restored: the contract's log has the transaction and the amount actually minted. */
export async function findExecution({ chain }: Pick<Executor, 'chain'>, view: ChainView, order: ChainOrder): Promise<Settled> {
  const fromBlock = order.kind === 'PAYOUT' || order.kind === 'PROCEEDS' ? order.fromBlock : 0n;
  const proof = await chain.findProof(order, fromBlock, view.confirmed.number);
  if (proof === null) throw new ChainUnavailable('The contract has executed an order of which the node has no log.');
  return proof;
}

/** Receipts on the confirmed chain. A node behind the others may know receipts of orphaned blocks. */
async function readReceipts({ chain }: Executor, { confirmed }: ChainView, { attempts }: OpenNonce): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const { hash } of attempts.toReversed()) {
    const receipt = await chain.receipt(hash);
    if (receipt === null || receipt.block.number > confirmed.number) continue;
    if ((await chain.hashOf(receipt.block.number)) === receipt.block.hash) receipts.push(receipt);
  }
  return receipts;
}

function blockOf([first]: readonly Receipt[], { confirmed }: ChainView): BlockRef {
  return first?.block ?? confirmed;
}

async function refund(
  executor: Executor,
  tx: Transaction,
  order: ChainOrder,
  { refusal, reason }: { refusal: Receipt | null; reason: string },
): Promise<void> {
  const others = await tx
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.orderId, order.id), eq(operatorNonce.state, 'OPEN')));
  // Nonces of a replaced key: while one of them could still be mined, nothing is certain.
  if (others.length > 0) return;
  if (refusal === null) await voidOrder(tx, order, reason, executor.clock());
  else await refuseOrder(tx, order, { reason: 'RecipientRefused', hash: refusal.hash }, executor.clock());
  const names = { orderId: order.id, kind: order.kind, reason, isRefused: refusal !== null };
  executor.log.warn(names, 'an order was voided and refunded');
}

async function close(
  { database }: Executor,
  { sender, nonce }: OpenNonce,
  { outcome, block }: { outcome: Outcome; block: BlockRef },
  book: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx
      .update(operatorNonce)
      .set({ state: 'CONSUMED', outcome, block: block.number, blockHash: block.hash })
      .where(and(eq(operatorNonce.sender, sender), eq(operatorNonce.nonce, nonce), eq(operatorNonce.state, 'OPEN')));
    await book(tx);
  });
}
