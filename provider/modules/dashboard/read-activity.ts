import { and, desc, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { type TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '../../ledger/schema.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';

const MOST = 10;

/** The last movements of what a member can dispose of, newest first. What resolves a pending one shows in that one's status. */
export async function readActivity({ database }: Services, memberId: string): Promise<TransactionRow[]> {
  const resolution = alias(ledgerTransaction, 'resolution');
  const rows = await database
    .select({ entry: ledgerEntry, transaction: ledgerTransaction, resolvedBy: resolution.phase })
    .from(ledgerEntry)
    .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
    .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
    .leftJoin(resolution, eq(resolution.resolves, ledgerTransaction.id))
    .where(and(eq(ledgerAccount.ownerId, memberId), eq(ledgerAccount.kind, 'AVAILABLE'), ne(ledgerTransaction.phase, 'SETTLE')))
    .orderBy(desc(ledgerEntry.createdAt), desc(ledgerEntry.transactionId), desc(ledgerEntry.ordinal))
    .limit(MOST);
  return rows.map(({ entry, transaction, resolvedBy }): TransactionRow => {
    const decimals = tokenDecimals[entry.token];
    const format = (amount: bigint): string => toDecimalString(amount, decimals);
    return {
      id: transaction.id,
      kind: entry.kind,
      walletType: entry.token,
      amount: format(entry.amount < 0n ? -entry.amount : entry.amount),
      direction: entry.amount < 0n ? 'OUT' : 'IN',
      fee: format(entry.fee),
      ...(transaction.remark === null ? {} : { remark: transaction.remark }),
      hash: transaction.chainHash ?? transaction.hash,
      status: transaction.phase !== 'PENDING' ? 'POSTED' : resolvedBy === null ? 'PENDING' : resolvedBy === 'VOID' ? 'VOIDED' : 'POSTED',
      createdAt: entry.createdAt.toISOString(),
      balanceAfter: format(entry.balanceAfter),
    };
  });
}
