import { type Transaction } from '../db/database.ts';
import { callLedger, type NewTransaction, type Posted } from './call-ledger.ts';

/**
 * Posts what waits for the chain: its entries move the value, fee included, into `promiseAccount('PAYOUT_IN_TRANSIT', id)`, where
 * `settlePending` or `voidPending` finds it. One of the two resolves it, once.
 */
export async function postPending(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  const waits = transaction.entries.some(
    ({ account, amountBaseUnits }) => account.ownerId === transaction.id.toLowerCase() && amountBaseUnits > 0n,
  );
  if (!waits) throw new RangeError('A pending transaction keeps its value in an account of its own id');
  return callLedger(tx.$client, { ...transaction, phase: 'PENDING' });
}
