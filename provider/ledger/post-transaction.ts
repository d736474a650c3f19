import type { Transaction } from '../db/database.ts';
import { callLedger, type NewTransaction, type Posted } from './call-ledger.ts';

/**
 * Posts one transaction within the caller's database transaction, in one round trip. Throws `LedgerRefusal`, having changed nothing, if it
 * can't. Several postings in one database transaction can deadlock with others; `inTransaction` retries that, `lockAccounts` avoids it.
 */
export function postTransaction(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  return callLedger(tx.$client, { ...transaction, phase: 'SINGLE' });
}
