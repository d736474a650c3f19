import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import type { Token } from '../../ledger/account.ts';
import { planPostings, type Posting } from '../../ledger/plan-postings.ts';
import { LedgerRefusal, type NewTransaction, type PostedWithWallets, postTransactions } from '../../ledger/post.ts';
import type { TransactionLine } from '../../ledger/transactions.ts';
import { type KnownMember, presentTransactions } from './present-transactions.ts';
import { insufficientBalance } from './require-balance.ts';

export interface PaymentView {
  memberId: string;
  /** Which of the member's wallets, if several change. */
  token?: Token;
  /** The other member, if the caller has already read them. */
  counterparty?: KnownMember;
}

/**
 * Posts a change to a member's wallet and returns it in the format of the member's list. What `before` holds is posted first, together with it. If the
 * member has too little, refuses with INSUFFICIENT_BALANCE; a shortfall of any other account is thrown as the ledger's refusal, for the caller to name.
 */
export async function postPayment(
  transaction: Transaction,
  payment: NewTransaction,
  view: PaymentView,
  before: readonly NewTransaction[] = [],
): Promise<TransactionRow> {
  const posted = await postTransactions(transaction, [...before, payment]).catch((error: unknown) => {
    throw explainRefusal(error, view.memberId);
  });
  const [row] = await presentTransactions(
    transaction,
    [composeLine(payment, posted.at(-1), view)],
    view.counterparty === undefined ? [] : [view.counterparty],
  );
  if (row === undefined) throw new Error('a line was presented as no row');
  return row;
}

/** The same as `findTransactionLine` would return, from what the ledger answered. */
function composeLine(payment: NewTransaction, posted: PostedWithWallets | undefined, view: PaymentView): TransactionLine {
  const postings = planPostings(payment.entries).filter(({ account }) => account.kind === 'AVAILABLE');
  const own = pickOwn(postings, view);
  const after = posted?.wallets.find(({ ownerId, token }) => ownerId === view.memberId && token === own.token);
  if (posted === undefined || after === undefined) throw new Error(`the ledger transaction ${payment.id} had been posted before`);
  const others = [...new Set(postings.map(({ account }) => account.ownerId).filter((ownerId) => ownerId !== view.memberId))];
  const { token, amountBaseUnits: moved, feeBaseUnits } = own;
  return {
    id: payment.id,
    kind: payment.kind,
    token,
    direction: moved > 0n ? 'IN' : 'OUT',
    amountBaseUnits: moved > 0n ? moved : -moved - feeBaseUnits,
    feeBaseUnits,
    counterpartyId: others.length === 1 ? (others[0] ?? null) : null,
    remark: payment.remark ?? null,
    hash: payment.chainHash ?? posted.hash,
    status: 'POSTED',
    balanceAfterBaseUnits: after.balanceBaseUnits,
    createdAt: after.at,
  };
}

function pickOwn(postings: readonly Posting[], { memberId, token }: PaymentView): Posting {
  const [own, ...more] = postings.filter((each) => each.account.ownerId === memberId && (token === undefined || each.token === token));
  if (own === undefined || more.length > 0) throw new Error('a payment is shown by the one wallet of the member that it moved');
  return own;
}

/** Translates the ledger's refusal of a member's payment. */
export function explainRefusal(error: unknown, memberId: string): unknown {
  if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE' || error.refused === undefined) return error;
  const { account, token, balanceBaseUnits } = error.refused;
  if (account.kind !== 'AVAILABLE' || account.ownerId !== memberId) return error;
  return insufficientBalance(token, balanceBaseUnits, error);
}
