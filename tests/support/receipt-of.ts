import { setTimeout as wait } from 'node:timers/promises';
import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

const PAUSE_MS = 20;

/**
 * The receipt of a transaction, as soon as it's mined; the test's own time limit is the limit. Not viem's `waitForTransactionReceipt`: it asks once
 * for each new block, and on a node that mines only what it is sent there is no other block if that one question came too early.
 */
export async function receiptOf(client: Pick<PublicClient, 'getTransactionReceipt'>, hash: Hex): Promise<TransactionReceipt> {
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
      await wait(PAUSE_MS);
    }
  }
}
