import type { Transaction } from '../db/database.ts';
import { callLedger, type Posted } from './call-ledger.ts';
import { readPending } from './read-pending.ts';

export type Voiding = {
  /** The refund's own id. */
  id: string;
  pendingId: string;
  occurredAt: Date;
};

/** Returns everything to where it came from, including the fee. Throws `LedgerRefusal` if it's already resolved. */
export async function voidPending(tx: Transaction, { id, pendingId, occurredAt }: Voiding): Promise<Posted> {
  const pending = await readPending(tx, pendingId);
  const entries = pending.entries.map(({ account, token, amountBaseUnits }) => ({ account, token, amountBaseUnits: -amountBaseUnits }));
  return callLedger(tx.$client, { id, kind: pending.kind, phase: 'VOID', resolves: pendingId, entries, occurredAt });
}
