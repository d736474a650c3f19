import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { beginCommit } from '../../db/commit-in-time.ts';
import type { Database } from '../../db/database.ts';
import { isConflict } from '../../db/retry-conflicts.ts';
import { sqlState } from '../../db/sql-state.ts';
import type { Keep } from '../../http/idempotency/handle-once.ts';
import { ledgerArguments } from '../../ledger/post.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { type Intent, intentArguments } from '../intent/use-intent.ts';
import type { Recipient } from './find-recipient.ts';
import type { TransferPlan } from './plan-transfer.ts';

type Answer = DataOf<(typeof contract)['walletTransfer']>;

export interface TransferAtOnce {
  plan: TransferPlan;
  recipient: Recipient;
  intent: Intent;
  key: string;
  keep: Keep;
  /** The terms that the fee was computed with; if others have taken effect, nothing is written. */
  termsNumber: number;
}

const CALL = `select case when $22::integer = (select max(number) from terms) then wallet_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::text[]::ledger_account_kind[],
  $18::text[]::ledger_token[], $19, $20, $21) end as answer`;
/** Raised by wallet_transfer: the ledger refuses, and nothing was written. */
const NOT_AT_ONCE = 'JF001';

/**
 * The fast path of a transfer: one self-committing statement consumes the intent, posts, and stores the response. Undefined if nothing was written. If the
 * connection breaks, the outcome is unknown, and the idempotency key resolves it.
 */
export async function transferAtOnce(
  database: Database,
  { plan, recipient, intent, key, keep, termsNumber }: TransferAtOnce,
): Promise<Answer | undefined> {
  const answer = answerBeforePosting(plan, recipient);
  const [memberId, nonce, deadline] = intentArguments(intent);
  const kept = [key, keep.fingerprint, keep.now.toISOString()];
  const shown = [answer, plan.token, toDecimalString(1n, tokenDecimals[plan.token])];
  beginCommit();
  try {
    const { rows } = await database.$client.query<{ answer: Answer | null }>({
      name: 'wallet_transfer',
      text: CALL,
      values: [memberId, ...kept, nonce, deadline, ...shown, ...ledgerArguments({ ...plan.payment, phase: 'SINGLE' }), termsNumber],
    });
    return rows[0]?.answer ?? undefined;
  } catch (error) {
    if (sqlState(error) === NOT_AT_ONCE || isConflict(error)) return undefined;
    throw error;
  }
}

/** In the format of `presentTransactions`, except for what only the posting knows. */
function answerBeforePosting({ token, payment, amountBaseUnits, feeBaseUnits }: TransferPlan, { uid, username }: Recipient): string {
  const transaction: Omit<TransactionRow, 'hash' | 'status' | 'createdAt' | 'balanceAfter'> = {
    id: payment.id,
    kind: payment.kind,
    walletType: token,
    amount: toDecimalString(amountBaseUnits, tokenDecimals[token]),
    direction: 'OUT',
    fee: toDecimalString(feeBaseUnits, tokenDecimals[token]),
    counterparty: { uid, username },
    ...(payment.remark === undefined ? {} : { remark: payment.remark }),
  };
  return JSON.stringify({ transaction });
}
