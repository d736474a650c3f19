import { eq } from 'drizzle-orm';
import { BaseError } from 'viem';
import type { Executor } from './executor.ts';
import { type OperatorTransaction, operatorTransaction } from './schema.ts';

/**
 * Sends a stored transaction to the node, for the first time or again. The node's response ("already known", "nonce too low", "replacement
 * underpriced", none at all) says nothing about the outcome; that is read from the chain.
 */
export async function sendAttempt(executor: Executor, { hash, raw }: OperatorTransaction, orderId: string | null): Promise<void> {
  const { chain, clock, database, log, reached } = executor;
  try {
    await chain.send(raw);
    if (orderId !== null) await reached('SENT', orderId);
  } catch (error) {
    log.warn({ hash, orderId, said: whatWasSaid(error) }, 'the node did not say that it took a transaction');
  }
  await database.update(operatorTransaction).set({ sentAt: clock() }).where(eq(operatorTransaction.hash, hash));
}

function whatWasSaid(error: unknown): string {
  if (error instanceof BaseError) return error.details === '' ? error.shortMessage : error.details;
  return error instanceof Error ? error.message : 'nothing';
}
