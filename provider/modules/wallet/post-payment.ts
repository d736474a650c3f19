import { toDecimalString } from '../../../src/lib/amount.ts';
import { type TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { type Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Token } from '../../ledger/account.ts';
import { type NewTransaction } from '../../ledger/call-ledger.ts';
import { findTransactionLine } from '../../ledger/find-transaction-line.ts';
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { presentTransactions } from './present-transactions.ts';

/**
 * Posts what moves a member's wallet and gives it as the member's list shows it (`token` says which wallet, where several move). A member who has
 * too little is refused with INSUFFICIENT_BALANCE; what any other account lacks is thrown as the ledger's own refusal, for the caller to name.
 */
export async function postPayment(
  transaction: Transaction,
  payment: NewTransaction,
  { memberId, token }: { memberId: string; token?: Token },
): Promise<TransactionRow> {
  try {
    await postTransaction(transaction, payment);
  } catch (error) {
    throw explain(error, memberId);
  }
  const line = await findTransactionLine(transaction, { memberId, transactionId: payment.id, token });
  const [row] = line === undefined ? [] : await presentTransactions(transaction, [line]);
  if (row === undefined) throw new Error(`the ledger transaction ${payment.id} moved no wallet of this member`);
  return row;
}

function explain(error: unknown, memberId: string): unknown {
  if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE' || error.refused === undefined) return error;
  const { account, token, balanceBaseUnits } = error.refused;
  if (account.kind !== 'AVAILABLE' || account.ownerId !== memberId) return error;
  const detail = { walletType: token, available: toDecimalString(balanceBaseUnits, tokenDecimals[token]) };
  return new Refusal('INSUFFICIENT_BALANCE', { detail, cause: error });
}
