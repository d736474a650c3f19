import type { Hex } from 'viem';

import type { Transaction } from '../db/database.ts';
import { type Account, pooledAccount } from './account.ts';
import { callLedger, type Posted } from './call-ledger.ts';
import type { Entry } from './plan-postings.ts';
import { type PendingTransaction, readPending } from './read-pending.ts';

export type Settlement = {
  /** The settlement's own id. */
  id: string;
  pendingId: string;
  occurredAt: Date;
  chainHash?: Hex | undefined;
  /** Destination of the value; defaults to the outside world. */
  to?: Account;
};

/** Completes a pending transaction: the value arrives and the fee is earned. Throws `LedgerRefusal` if it's already resolved. */
export async function settlePending(tx: Transaction, settlement: Settlement): Promise<Posted> {
  const { id, pendingId, occurredAt, chainHash, to = pooledAccount('OUTSIDE_WORLD') } = settlement;
  const pending = await readPending(tx, pendingId);
  return callLedger(tx.$client, {
    id,
    kind: pending.kind,
    phase: 'SETTLE',
    resolves: pendingId,
    entries: arrive(pending, pendingId, to),
    occurredAt,
    chainHash,
  });
}

function arrive(pending: PendingTransaction, pendingId: string, to: Account): Entry[] {
  const fees = new Map(pending.entries.map(({ token }) => [token, 0n]));
  for (const { token, feeBaseUnits } of pending.entries) fees.set(token, (fees.get(token) ?? 0n) + feeBaseUnits);
  return pending.entries
    .filter(({ account }) => account.ownerId === pendingId.toLowerCase())
    .flatMap(({ account, token, amountBaseUnits }): Entry[] => {
      const fee = fees.get(token) ?? 0n;
      fees.set(token, 0n);
      return [
        { account, token, amountBaseUnits: fee - amountBaseUnits },
        { account: to, token, amountBaseUnits: amountBaseUnits - fee },
        { account, token, amountBaseUnits: -fee, role: 'FEE' },
        { account: pooledAccount('FEES'), token, amountBaseUnits: fee, role: 'FEE' },
      ];
    });
}
