import type { CallDefinition } from '../../../src/lib/api/contract/define-call.ts';
import { errorStatuses, isErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Services } from '../../provider-services.ts';
import type { CallContext } from '../call-context.ts';
import { Refusal } from '../refusal.ts';
import { fingerprint } from './fingerprint.ts';
import type { AtLast, OnceHandler, PreparedWork } from './handle-once.ts';
import { findAnswer, forgetOldestRefusals, type Key, lockAnswer, storeAnswer, type StoredAnswer } from './stored-answers.ts';

export interface OnceCall {
  services: Services;
  definition: CallDefinition;
  handler: OnceHandler<CallDefinition>;
  context: CallContext<CallDefinition>;
  memberId: string;
  key: string;
}

type Work = PreparedWork<unknown>;

/** Runs a call for the first request with its key, and gives all others the same response: the data, or the same refusal. */
export async function answerOnce(call: OnceCall): Promise<unknown> {
  const { services, definition, context, memberId } = call;
  const print = fingerprint(definition, context);
  const key: Key = { memberId, key: call.key, now: services.clock() };
  const prepared = await prepare(call, key);
  if ('known' in prepared) return repeat(prepared.known, print);
  const given = await prepared.work.atOnce({ fingerprint: print, now: key.now });
  if (given !== undefined) return given;
  const outcome = await inTransaction(services.database, async (transaction) => {
    const found = await lockAnswer(transaction, key);
    if (found !== undefined) return found;
    const store = (answer: Answer): Promise<void> => storeAnswer(transaction, key, { fingerprint: print, ...answer });
    const answer = await run(transaction, prepared.work, store);
    if (answer.status !== 200) await forgetOldestRefusals(transaction, memberId, services.limits.refusalsKeptPerMember);
    return { fingerprint: print, ...answer };
  });
  return repeat(outcome, print);
}

/**
 * A stored response takes precedence over what preparing finds now, since price, signature deadline or chain may have changed. So when
 * preparing fails, a stored response is looked up first. A refusal found while preparing is stored like any other, so it's thrown again
 * inside the transaction.
 */
async function prepare({ services, handler, context }: OnceCall, key: Key): Promise<{ work: Work } | { known: StoredAnswer }> {
  try {
    return { work: await handler.prepare(context) };
  } catch (error) {
    const known = await findAnswer(services.database, key);
    if (known !== undefined) return { known };
    if (!isKept(error)) throw error;
    return { work: { atOnce: () => Promise.resolve(undefined), claim: () => Promise.reject(error), handle: () => Promise.reject(error) } };
  }
}

type Answer = Pick<StoredAnswer, 'status' | 'answer'>;

/** Uses a savepoint, so that a refusal undoes everything written after the claim and is stored under the lock still held. */
async function run(transaction: Transaction, work: Work, store: (answer: Answer) => Promise<void>): Promise<Answer> {
  const claimed = await answerOf(() => work.claim(transaction));
  if (claimed.status !== 200) {
    await store(claimed);
    return claimed;
  }
  await transaction.$client.query('savepoint claimed');
  const last: (() => Promise<void>)[] = [];
  const atLast: AtLast = (write) => {
    last.push(write);
    return Promise.resolve();
  };
  const answer = await answerOf(async () => {
    const data = await work.handle(transaction, atLast);
    await store({ status: 200, answer: data });
    for (const write of last) await write();
    return data;
  });
  if (answer.status === 200) return answer;
  await transaction.$client.query('rollback to savepoint claimed');
  await store(answer);
  return answer;
}

async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, answer: await work() };
  } catch (error) {
    if (!isKept(error)) throw error;
    const { code, detail } = error;
    return { status: errorStatuses[code], answer: { code, detail } };
  }
}

/** Refusals based on rules are stored. Those caused by the session, the limits or ourselves may not occur the next time. */
function isKept(error: unknown): error is Refusal {
  return error instanceof Refusal && [409, 422].includes(errorStatuses[error.code]);
}

/** Stores the code rather than the text, because the retry may be in another language. */
function repeat(stored: StoredAnswer, print: Buffer): unknown {
  if (!print.equals(stored.fingerprint)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (stored.status === 200) return stored.answer;
  const { code, detail } = readRefusal(stored.answer);
  if (!isErrorCode(code)) throw new Error('a refusal was stored with a code that nobody knows');
  throw new Refusal(code, detail === undefined ? {} : { detail });
}

function readRefusal(answer: unknown): { code: unknown; detail: Record<string, unknown> | undefined } {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) throw new Error('a stored refusal has no code');
  const detail = 'detail' in answer && typeof answer.detail === 'object' && answer.detail !== null ? answer.detail : undefined;
  return { code: answer.code, detail: detail === undefined ? undefined : { ...detail } };
}
