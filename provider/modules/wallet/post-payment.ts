import { toDecimalString } from '../../../src/lib/amount.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import type { NewTransaction, Posted } from '../../ledger/call-ledger.ts';
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts';
import { planPostings, type Posting } from '../../ledger/plan-postings.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import type { TransactionLine } from '../../ledger/transaction-line.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { type KnownMember, presentTransactions } from './present-transactions.ts';

export interface PaymentView {
  memberId: string;
  /** Which of the member's wallets, if several change. */
  token?: Token;
  /** The other member, if the caller has already read them. */
  counterparty?: KnownMember;
}

/**
 * Posts a change to a member's wallet and returns it in the format of the member's list. If the member has too little, refuses with INSUFFICIENT_BALANCE; a
 * shortfall of any other account is thrown as the ledger's refusal, for the caller to name.
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

/** The same as `findTransactionLine` would return, from what is already known: planning its query takes longer than posting. */
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

/** Translates the ledger's refusal of a member's payment. */
export function explainRefusal(error: unknown, memberId: string): unknown {
  if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE' || error.refused === undefined) return error;
  const { account, token, balanceBaseUnits } = error.refused;
  if (account.kind !== 'AVAILABLE' || account.ownerId !== memberId) return error;
  const detail = { walletType: token, available: toDecimalString(balanceBaseUnits, tokenDecimals[token]) };
  return new Refusal('INSUFFICIENT_BALANCE', { detail, cause: error });
}
