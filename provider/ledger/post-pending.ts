import type { Transaction } from '../db/database.ts';
import { callLedger, type NewTransaction, type Posted } from './call-ledger.ts';

/**
 * Posts a transaction that waits for the chain: its entries move the value, including the fee, into `promiseAccount('PAYOUT_IN_TRANSIT',
 * id)`. Then `settlePending` or `voidPending` resolves it, exactly once.
 */
export async function postPending(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  const waits = transaction.entries.some(
    ({ account, amountBaseUnits }) => account.ownerId === transaction.id.toLowerCase() && amountBaseUnits > 0n,
  );
  if (!waits) throw new RangeError('A pending transaction keeps its value in an account of its own id');
  return callLedger(tx.$client, { ...transaction, phase: 'PENDING' });
}
