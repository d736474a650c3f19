import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type Hex, zeroAddress } from 'viem';
import { ChainUnavailable } from '../chain-client.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { BlockRef, ChainView, Receipt } from './executor-chain.ts';
import type { Executor } from './executor.ts';
import { holdOrder, noteFailure, noteSuccess } from './payout-lines.ts';
import type { OpenNonce } from './open-nonce.ts';
import { type ChainOrder, operatorNonce } from './schema.ts';
import type { Simulation } from './simulate-order.ts';

/** A nonce that was signed for an order, not to fill a gap. */
interface OrderNonce extends OpenNonce {
  order: ChainOrder;
}

type Outcome = NonNullable<(typeof operatorNonce.$inferSelect)['outcome']>;

/**
 * Determines the outcome of a nonce that the confirmed chain has used, and books it. Only the order's contract, read at the confirmed
 * block, says whether it was executed; receipts merely show by which transaction.
 */
export async function settleNonce(executor: Executor, view: ChainView, open: OpenNonce): Promise<void> {
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
async function findExecution({ chain }: Pick<Executor, 'chain'>, view: ChainView, order: ChainOrder): Promise<Settled> {
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

/**
 * Whether the recipient's own code made a payout fail. Only JU runs such code, and only if no condition of the vault prevented the payout,
 * neither before the transaction's block nor after it. The transaction's revert data proves nothing.
 */
async function wasRefused(executor: Executor, view: ChainView, { order, sender }: OpenNonce, { block }: Receipt): Promise<boolean> {
  if (order === null || order.kind !== 'PAYOUT' || order.token !== 'JU') return false;
  for (const each of await blocksAround(executor, view, block))
    if ((await executor.chain.findObstacle(order, sender, each)) !== undefined) return false;
  return true;
}

/** Nodes drop the state of old blocks, and the embedded one drops all of it on a restart; then the confirmed state has to do. */
async function blocksAround({ chain }: Executor, { confirmed }: ChainView, block: BlockRef): Promise<BlockRef[]> {
  const before = await chain.hashOf(block.number - 1n);
  try {
    await chain.balanceAt(zeroAddress, block);
    if (before === null) return [block];
    await chain.balanceAt(zeroAddress, { number: block.number - 1n, hash: before });
    return [{ number: block.number - 1n, hash: before }, block];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [confirmed];
  }
}

type End = Exclude<Simulation, { outcome: 'POSSIBLE' }>;

/** Ends an order without a transaction under way: executed by an unknown transaction, or never to be executed. The contract says which. */
export async function endUnsent(executor: Executor, view: ChainView, order: ChainOrder, { outcome, reason }: End): Promise<void> {
  const { database, chain, clock, log, reached } = executor;
  if (await chain.isDone(order, view.confirmed)) {
    const execution = await findExecution(executor, view, order);
    await reached('CONFIRMED', order.id);
    await inTransaction(database, (tx) => settleOrder(tx, order, execution, clock()));
    await noteSuccess(executor, order);
    log.warn(
      { orderId: order.id, kind: order.kind, hash: execution.hash },
      'an order had been executed by a transaction that this database doesn’t know',
    );
    return reached('POSTED', order.id);
  }
  // Executed but not confirmed, which may be reverted any moment. And what the ledger has posted can't be undone, so it's retried
  // indefinitely.
  if (outcome === 'DONE' || order.status !== 'PENDING') return holdOrder(executor, order, reason);
  if (await hasOpenNonce(executor, order)) return holdOrder(executor, order, reason);
  const isRefused = outcome === 'REFUSED';
  await inTransaction(database, (tx) =>
    isRefused ? refuseOrder(tx, order, { reason, hash: null }, clock()) : voidOrder(tx, order, reason, clock()),
  );
  if (isRefused) await noteFailure(executor, order);
  log.warn({ orderId: order.id, kind: order.kind, reason, isRefused }, 'an order was voided and refunded');
  await reached('VOIDED', order.id);
}

/** A nonce of a replaced key. */
async function hasOpenNonce({ database }: Executor, { id }: ChainOrder): Promise<boolean> {
  const open = await database
    .select({ nonce: operatorNonce.nonce })
    .from(operatorNonce)
    .where(and(eq(operatorNonce.orderId, id), eq(operatorNonce.state, 'OPEN')))
    .limit(1);
  return open.length > 0;
}

interface Settled {
  hash: Hex;
  blockNumber: bigint;
  amount: bigint;
}

type Status = ChainOrder['status'];

/**
 * Executed and confirmed: the amount in transit has left the vault and the fee is earned. Idempotent. Returns the order's previous status.
 */
function settleOrder(
  database: Queryable,
  order: Pick<ChainOrder, 'id'>,
  { hash, blockNumber, amount }: Settled,
  now: Date,
): Promise<Status> {
  return endBy(
    database,
    sql`chain_order_settle(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, decode(${hash.slice(2)}, 'hex'), ${blockNumber.toString()},
                           ${amount.toString()})`,
  );
}

/**
 * Never executed, never will be, and not because of the recipient: returns everything including the fee. The database refuses while a nonce
 * signed for it is open.
 */
function voidOrder(database: Queryable, order: Pick<ChainOrder, 'id'>, reason: string, now: Date): Promise<Status> {
  return endBy(database, sql`chain_order_void(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, ${reason})`);
}

/**
 * The recipient's own code made it fail, in the given transaction or in a trial: returns the amount, earns the fee, and counts towards the
 * day's limits. The database refuses while a nonce signed for it is open.
 */
function refuseOrder(
  database: Queryable,
  order: Pick<ChainOrder, 'id'>,
  { reason, hash }: { reason: string; hash: Hex | null },
  now: Date,
): Promise<Status> {
  const chainHash = hash === null ? sql`null` : sql`decode(${hash.slice(2)}, 'hex')`;
  return endBy(
    database,
    sql`chain_order_refuse(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, ${reason}, ${chainHash})`,
  );
}

async function endBy(database: Queryable, call: SQL): Promise<Status> {
  const { rows } = await database.execute<{ before: Status }>(sql`select ${call} as before`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say what an order was');
  return row.before;
}
