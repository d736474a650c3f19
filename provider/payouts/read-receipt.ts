import { BlockNotFoundError, type Hex, type PublicClient, TransactionReceiptNotFoundError } from 'viem';
import type { Receipt } from './executor-chain.ts';

export async function readReceipt(client: PublicClient, hash: Hex): Promise<Receipt | null> {
  const receipt = await orNull(client.getTransactionReceipt({ hash }));
  if (receipt === null) return null;
  return { hash, status: receipt.status, block: { number: receipt.blockNumber, hash: receipt.blockHash } };
}

/** Data a node doesn't have is not an error. */
export async function orNull<Answer>(question: Promise<Answer>): Promise<Answer | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError || error instanceof BlockNotFoundError) return null;
    throw error;
  }
}
