import { toDecimalString } from '../../../src/lib/amount.ts';
import { type TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { type Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Token } from '../../ledger/account.ts';
import { type NewTransaction, type Posted } from '../../ledger/call-ledger.ts';
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts';
import { planPostings, type Posting } from '../../ledger/plan-postings.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { type TransactionLine } from '../../ledger/transaction-line.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { type KnownMember, presentTransactions } from './present-transactions.ts';

export interface PaymentView {
  memberId: string;
  /** Which of the member's wallets, where several move. */
  token?: Token;
  /** The other member, where the caller has read them already. */
  counterparty?: KnownMember;
}

/**
 * Posts what moves a member's wallet and gives it as the member's list shows it. A member who has too little is refused with
 * INSUFFICIENT_BALANCE; what any other account lacks is thrown as the ledger's own refusal, for the caller to name.
 */
export async function postPayment(transaction: Transaction, payment: NewTransaction, view: PaymentView): Promise<TransactionRow> {
  let posted: Posted;
  try {
    posted = await postTransaction(transaction, payment);
  } catch (error) {
    throw explainRefusal(error, view.memberId);
  }
  const line = await readLine(transaction, payment, posted, view);
  const [row] = await presentTransactions(transaction, [line], view.counterparty === undefined ? [] : [view.counterparty]);
  if (row === undefined) throw new Error('a line was presented as no row');
  return row;
}

/** What `findTransactionLine` would find, from what is known already: planning its query takes longer than posting. */
async function readLine(transaction: Transaction, payment: NewTransaction, { hash }: Posted, view: PaymentView): Promise<TransactionLine> {
  const postings = planPostings(payment.entries).filter(({ account }) => account.kind === 'AVAILABLE');
  const own = pickOwn(postings, view);
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
    hash: payment.chainHash ?? hash,
    status: 'POSTED',
    ...(await readEntry(transaction, payment.id, view.memberId, token)),
  };
}

function pickOwn(postings: readonly Posting[], { memberId, token }: PaymentView): Posting {
  const [own, ...more] = postings.filter((each) => each.account.ownerId === memberId && (token === undefined || each.token === token));
  if (own === undefined || more.length > 0) throw new Error('a payment is shown by the one wallet of the member that it moved');
  return own;
}

async function readEntry(
  transaction: Transaction,
  transactionId: string,
  memberId: string,
  token: Token,
): Promise<Pick<TransactionLine, 'balanceAfterBaseUnits' | 'createdAt'>> {
  const { rows } = await transaction.$client.query<{ balance_after: string; created_at: Date }>({
    name: 'wallet_entry',
    text: `select e.balance_after, e.created_at from ledger_account a join ledger_entry e on e.account_id = a.id and e.seq = a.entry_count
            where a.owner_id = $1 and a.kind = 'AVAILABLE' and a.token = $2 and a.shard = 0 and e.transaction_id = $3`,
    values: [memberId, token, transactionId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`the ledger transaction ${transactionId} is not the last that moved its own wallet`);
  return { balanceAfterBaseUnits: BigInt(row.balance_after), createdAt: row.created_at };
}

/** The ledger's refusal of what a member would pay, as the member is told it. */
export function explainRefusal(error: unknown, memberId: string): unknown {
  if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE' || error.refused === undefined) return error;
  const { account, token, balanceBaseUnits } = error.refused;
  if (account.kind !== 'AVAILABLE' || account.ownerId !== memberId) return error;
  const detail = { walletType: token, available: toDecimalString(balanceBaseUnits, tokenDecimals[token]) };
  return new Refusal('INSUFFICIENT_BALANCE', { detail, cause: error });
}
