import { setTimeout as wait } from 'node:timers/promises';
import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

const PAUSE_MS = 20;

/**
 * A transaction's receipt as soon as it's mined, limited by the test's own timeout. Not viem's `waitForTransactionReceipt`: it asks once
 * per new block, and a node that only mines what it is sent has no further block if that one query came too early.
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
