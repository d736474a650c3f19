import { and, eq } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import type { Account, Token, TransactionKind } from './account.ts';
import { LedgerRefusal } from './ledger-refusal.ts';
import { ledgerAccount, ledgerEntry, ledgerTransaction } from './schema.ts';

export type PendingEntry = { account: Account; token: Token; amountBaseUnits: bigint; feeBaseUnits: bigint };
export type PendingTransaction = { kind: TransactionKind; entries: PendingEntry[] };

/** What a pending transaction moved, whether it's resolved or not. */
export async function readPending(db: Queryable, id: string): Promise<PendingTransaction> {
  const rows = await db
    .select({
      kind: ledgerTransaction.kind,
      phase: ledgerTransaction.phase,
      accountKind: ledgerAccount.kind,
      ownerId: ledgerAccount.ownerId,
      token: ledgerEntry.token,
      amountBaseUnits: ledgerEntry.amount,
      feeBaseUnits: ledgerEntry.fee,
    })
    .from(ledgerTransaction)
    .innerJoin(ledgerEntry, eq(ledgerEntry.transactionId, ledgerTransaction.id))
    .innerJoin(ledgerAccount, and(eq(ledgerAccount.id, ledgerEntry.accountId)))
    .where(eq(ledgerTransaction.id, id))
    .orderBy(ledgerEntry.ordinal);
  const first = rows[0];
  if (first === undefined) throw new LedgerRefusal('TRANSACTION_UNKNOWN', id);
  if (first.phase !== 'PENDING') throw new LedgerRefusal('NOT_PENDING', id);
  return {
    kind: first.kind,
    entries: rows.map(({ accountKind, ownerId, token, amountBaseUnits, feeBaseUnits }) => ({
      account: { kind: accountKind, ownerId },
      token,
      amountBaseUnits,
      feeBaseUnits,
    })),
  };
}
