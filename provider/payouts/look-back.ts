import { and, desc, eq, inArray } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import { type Operator } from './operator.ts';
import { chainOrder, operatorNonce } from './schema.ts';

const PAGE = 50;

/**
 * Looks whether the blocks that used nonces up are still those of the chain. A reorg deeper than the confirmations took back what was booked: those nonces
 * are opened again, so that their orders are done again, under the same ids. That costs nothing when it was a node that was wrong. Gives how many.
 */
export async function lookBack({ database, chain, log }: Operator): Promise<number> {
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
      // Every block below one that stands does, too. And a node that is behind knows nothing.
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
