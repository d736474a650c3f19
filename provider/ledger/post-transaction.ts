import { type Transaction } from '../db/database.ts';
import { callLedger, type NewTransaction, type Posted } from './call-ledger.ts';

/**
 * Posts one transaction inside the caller's database transaction, in one round trip. Throws `LedgerRefusal` and takes nothing
 * when it cannot. Several postings in one database transaction may meet others in opposite order; the deadlock is retried
 * by `inTransaction`, `lockAccounts` avoids it.
 */
export function postTransaction(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  return callLedger(tx.$client, { ...transaction, phase: 'SINGLE' });
}
