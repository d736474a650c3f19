import { eq } from 'drizzle-orm';
import type { Executor } from './executor.ts';
import { type ChainOrder, chainOrder } from './schema.ts';

/** Suspends an order for a while and reports the reason. */
export async function holdOrder(executor: Executor, order: ChainOrder, reason: string, ms = executor.pace.holdMs): Promise<void> {
  const { database, clock, log } = executor;
  const heldUntil = new Date(clock().getTime() + ms);
  await database.update(chainOrder).set({ heldBecause: reason, heldUntil }).where(eq(chainOrder.id, order.id));
  if (order.heldBecause !== reason)
    log.error({ orderId: order.id, kind: order.kind, reason, heldUntil }, 'an order can’t be executed for now');
}
