import { inArray } from 'drizzle-orm';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { planPostings, type Posting } from '../../ledger/plan-postings.ts';
import { LedgerRefusal, type NewTransaction, type PostedWithWallets, postTransactions } from '../../ledger/post.ts';
import type { TransactionLine } from '../../ledger/transactions.ts';
import { chainOrder } from '../../payouts/schema.ts';
import { inTokens } from '../../token-amounts.ts';
import { member } from '../account/schema.ts';

interface PaymentView {
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
): Promise<SentTransaction> {
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

interface KnownMember {
  id: string;
  uid: string;
  username: string;
}

/** Formats ledger lines for a response: decimal strings, and the other member by name. `known` are members that needn't be read. */
export async function presentTransactions(
  database: Queryable,
  lines: readonly TransactionLine[],
  known: readonly KnownMember[] = [],
): Promise<SentTransaction[]> {
  const others = new Set(lines.flatMap(({ counterpartyId }) => (counterpartyId === null ? [] : [counterpartyId])));
  for (const { id } of known) others.delete(id);
  const read =
    others.size === 0
      ? []
      : await database
          .select({ id: member.id, uid: member.uid, username: member.username })
          .from(member)
          .where(inArray(member.id, [...others]));
  const members = [...known, ...read];
  const payouts = await readPayouts(database, lines);
  return lines.map((line): SentTransaction => {
    const format = (amountBaseUnits: bigint): string => inTokens(amountBaseUnits, line.token);
    const other = members.find(({ id }) => id === line.counterpartyId);
    const payout = payouts.find(({ id }) => id === line.id);
    return {
      id: line.id,
      kind: line.kind,
      walletType: line.token,
      amount: format(line.amountBaseUnits),
      direction: line.direction,
      fee: format(line.feeBaseUnits),
      ...(other === undefined ? {} : { counterparty: { uid: other.uid, username: other.username } }),
      ...(payout === undefined ? {} : { counterparty: { address: payout.recipient } }),
      ...(line.remark === null ? {} : { remark: line.remark }),
      hash: payout?.chainHash ?? line.hash,
      status: line.status,
      createdAt: line.createdAt.toISOString(),
      balanceAfter: format(line.balanceAfterBaseUnits),
    };
  });
}

/** Their destination, and the chain transaction once it's in a block, even if unconfirmed. */
async function readPayouts(database: Queryable, lines: readonly TransactionLine[]) {
  const ids = lines.filter(({ kind }) => kind === 'PAYOUT').map(({ id }) => id);
  if (ids.length === 0) return [];
  return database
    .select({ id: chainOrder.id, recipient: chainOrder.recipient, chainHash: chainOrder.chainHash })
    .from(chainOrder)
    .where(inArray(chainOrder.id, ids));
}

/** Refuses a member who can't pay, before anything is written. The ledger still has the last word. */
export async function requireBalance(database: Queryable, memberId: string, token: Token, neededBaseUnits: bigint): Promise<void> {
  const available = await accountBalance(database, memberAccount('AVAILABLE', memberId), token);
  if (available < neededBaseUnits) throw insufficientBalance(token, available);
}

export function insufficientBalance(token: Token, available: bigint, cause?: unknown): Refusal {
  const detail = { walletType: token, available: inTokens(available, token) };
  return new Refusal('INSUFFICIENT_BALANCE', { detail, ...(cause === undefined ? {} : { cause }) });
}
