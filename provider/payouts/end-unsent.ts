import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import { findExecution } from './conclude-nonce.ts';
import { holdOrder } from './hold-order.ts';
import type { Executor } from './executor.ts';
import type { ChainView } from './executor-chain.ts';
import { noteFailure, noteSuccess } from './payout-line.ts';
import { refuseOrder, settleOrder, voidOrder } from './resolve-order.ts';
import { type ChainOrder, operatorNonce } from './schema.ts';
import type { Simulation } from './simulate-order.ts';

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
