import { TransactionNotFoundError, TransactionReceiptNotFoundError, type Client } from 'viem';
import { getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import type { Hex } from '../chain/wallets/eip1193.ts';
import type { TransactionReading } from './look-at-transaction.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

/** Asked together, so that head, receipt and nonce are those of one moment, and of one node where there are several. */
export async function readTransaction(client: Client, { hash, owner }: TrackedTransaction): Promise<TransactionReading> {
  const [head, receipt, known, mined] = await Promise.all([
    getBlockNumber(client, { cacheTime: 0 }),
    ifFound(getTransactionReceipt(client, { hash })),
    ifFound(getTransaction(client, { hash })),
    getTransactionCount(client, { address: owner }),
  ]);
  return { headNumber: Number(head), receipt, known, mined };
}

/** Number of blocks from a transaction's own onwards; `failed` if it reverted, undefined if it's in no block. */
export async function readConfirmations(client: Client, hash: Hex): Promise<number | 'failed' | undefined> {
  const [head, receipt] = await Promise.all([getBlockNumber(client, { cacheTime: 0 }), ifFound(getTransactionReceipt(client, { hash }))]);
  if (receipt === null) return undefined;
  return receipt.status === 'reverted' ? 'failed' : Number(head - receipt.blockNumber) + 1;
}

async function ifFound<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof TransactionNotFoundError || thrown instanceof TransactionReceiptNotFoundError) return null;
    throw thrown;
  }
}
