import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { beginCommitLater } from '../../db/commit-in-time.ts';
import type { Database } from '../../db/database.ts';
import { gather, toError, WRITES_AT_A_TIME } from '../../db/gather.ts';
import { retryConflicts } from '../../db/retry-conflicts.ts';
import { sqlState } from '../../db/sql-state.ts';
import type { Keep } from '../../http/handler.ts';
import { inColumns, planCall, type PlannedCall } from '../../ledger/post.ts';
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

const CALL = `
  select place, given from wallet_transfer_many(
    $1::int[], $2::uuid[], $3::uuid[], $4::bytea[], $5::timestamptz[], $6::bytea[], $7::timestamptz[], $8::text[]::jsonb[], $9::numeric[],
    $10::uuid[], $11::timestamptz[], $12::text[], $13::int[], $14::text[]::ledger_account_kind[], $15::text[]::ledger_token[], $16::uuid[], $17::numeric[], $18::numeric[])`;

/** Somebody else's transaction holds one of the accounts. */
const LOCKED = '55P03';

interface Waiting extends PlannedCall {
  /** Throws if the caller has been answered while it waited for its turn: then nothing may be written for it any more. */
  begin: () => void;
}

const transferTogether = gather<Waiting, Answer | undefined>(
  async ({ $client: pool }, waiting) => {
    const late = waiting.map(({ begin }) => whatItThrows(begin));
    const asked = waiting.filter((_, index) => late[index] === undefined);
    if (asked.length === 0) return late;
    const { rows } = await retryConflicts(() =>
      pool.query<{ place: number; given: Answer }>({ name: 'wallet_transfer_many', text: CALL, values: inColumns(asked) }),
    ).catch((error: unknown) => {
      if (asked.length > 1 || sqlState(error) !== LOCKED) throw error;
      return { rows: [] };
    });
    const given = new Map(rows.map((row) => [asked[row.place - 1], row.given]));
    return waiting.map((each, index) => late[index] ?? given.get(each));
  },
  { atATime: WRITES_AT_A_TIME },
);

/**
 * The fast path of a transfer: it and those of concurrent callers go together, in one self-committing statement that consumes the intents, posts, and stores
 * the responses. Undefined if nothing was written for this one. If the connection breaks, the outcome is unknown, and the idempotency key resolves it.
 */
export async function transferAtOnce(
  database: Database,
  { plan, recipient, intent, key, keep, termsNumber }: TransferAtOnce,
): Promise<Answer | undefined> {
  const { payment, token } = plan;
  const [memberId, nonce, deadline] = intentArguments(intent);
  const { postings } = planCall({ ...payment, phase: 'SINGLE' });
  const kept = [key, keep.fingerprint, keep.now.toISOString()];
  const shown = [answerBeforePosting(plan, recipient), toDecimalString(1n, tokenDecimals[token])];
  const posted = [payment.id, payment.occurredAt.toISOString(), payment.remark ?? null];
  return transferTogether(database, {
    begin: beginCommitLater(),
    values: [termsNumber, memberId, ...kept, nonce, deadline, ...shown, ...posted],
    postings,
  });
}

function whatItThrows(run: () => void): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return toError(error);
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
