import type { Database } from '../db/database.ts';
import { retryConflicts } from '../db/retry-conflicts.ts';
import { callLedger, type NewTransaction, type Posted } from './call-ledger.ts';

/** Posts a single transaction with nothing else to write: one autocommitted statement in one round trip. */
export function postAlone(db: Database, transaction: NewTransaction): Promise<Posted> {
  return retryConflicts(() => callLedger(db.$client, { ...transaction, phase: 'SINGLE' }));
}
