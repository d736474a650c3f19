import { and, desc, eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import type { Executor } from './executor.ts';
import { chainOrder, operatorNonce } from './schema.ts';

const PAGE = 50;

/**
 * Checks whether the blocks that used nonces are still on the chain. If a reorg deeper than the confirmations undid what was booked,
 * reopens those nonces, so that their orders are executed again under the same ids. That is harmless if it was the node that was wrong.
 * Returns the number reopened.
 */
export async function lookBack({ database, chain, log }: Executor): Promise<number> {
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
