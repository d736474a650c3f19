import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import { LedgerRefusal, type NewTransaction } from '../../ledger/post.ts';
import { postPayment } from '../wallet/post-payment.ts';

/** Posts a payment that also reserves a return. If the reward pool can't cover it, throws POOL_DRAINED and takes nothing. */
export async function postPromise(
  transaction: Transaction,
  payment: NewTransaction,
  payer: { memberId: string; token: Token },
): Promise<TransactionRow> {
  try {
    return await postPayment(transaction, payment, payer);
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    if (error.refused?.account.kind !== 'REWARD_POOL_FREE') throw error;
    throw new Refusal('POOL_DRAINED', { cause: error });
  }
}
