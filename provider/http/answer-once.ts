import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { errorStatuses, isErrorCode } from '../../src/lib/api/contract/error-codes.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { isUuid } from '../is-uuid.ts';
import type { Services } from '../provider-services.ts';
import type { AtLast, CallContext, OnceHandler, PreparedWork } from './handler.ts';
import { Refusal } from './refusal.ts';

interface OnceCall {
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

export const ANSWER_LIFETIME_MS = 24 * 3_600_000;

interface Key {
  memberId: string;
  key: string;
  now: Date;
}

interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  answer: unknown;
}

/** Doesn't wait: a response still in progress is not found. */
async function findAnswer(database: Queryable, { memberId, key, now }: Key): Promise<StoredAnswer | undefined> {
  const { rows } = await database.execute<StoredAnswerRow>(
    sql`select fingerprint, status, answer from idempotent_answer where member_id = ${memberId} and key = ${key} and at > ${since(now)}`,
  );
  return rows[0];
}

/** Waits for any request with this key, and blocks others until the transaction ends. */
async function lockAnswer({ $client: client }: Transaction, { memberId, key, now }: Key): Promise<StoredAnswer | undefined> {
  const { rows } = await client.query<StoredAnswerRow>({
    name: 'idempotent_begin',
    text: 'select fingerprint, status, answer from idempotent_begin($1, $2, $3)',
    values: [memberId, key, since(now)],
  });
  return rows[0];
}

/** Replaces a stored response only if it has expired. */
async function storeAnswer({ $client: client }: Transaction, { memberId, key, now }: Key, stored: StoredAnswer): Promise<void> {
  const { rowCount } = await client.query({
    name: 'idempotent_store',
    text: `insert into idempotent_answer as a (member_id, key, fingerprint, status, answer, at) values ($1, $2, $3, $4, $5, $6)
           on conflict (member_id, key) do update
              set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, at = excluded.at
            where a.at <= $7`,
    values: [memberId, key, stored.fingerprint, stored.status, JSON.stringify(stored.answer), now.toISOString(), since(now)],
  });
  if (rowCount !== 1) throw new Error('an answer was stored for this key while its lock was held');
}

/**
 * Deletes the member's oldest refusals beyond a maximum. They changed nothing, and each costs its caller one free call, so without a limit
 * a script could fill the disk with them. Responses that moved value are never deleted early.
 */
async function forgetOldestRefusals({ $client: client }: Transaction, memberId: string, mostKept: number): Promise<void> {
  await client.query({
    name: 'idempotent_forget_refusals',
    text: `
      delete from idempotent_answer where ctid = any(array(
        select ctid from idempotent_answer
         where member_id = $1 and status <> 200
           and (at, key) <= (select at, key from idempotent_answer where member_id = $1 and status <> 200 order by at desc, key desc offset $2 limit 1)
         order by at, key limit 100 for update skip locked))`,
    values: [memberId, mostKept],
  });
}

type StoredAnswerRow = { fingerprint: Buffer; status: number; answer: unknown };

function since(now: Date): string {
  return new Date(now.getTime() - ANSWER_LIFETIME_MS).toISOString();
}

/** Identifies a key's call and input, regardless of the fields' order and white space. */
function fingerprint(call: { method: string; path: string }, input: { query: unknown; body: unknown }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([call.method, call.path, sortKeys(input.query), sortKeys(input.body)]))
    .digest();
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]): [string, unknown] => [key, sortKeys(inner)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function readIdempotencyKey(header: string | null): string {
  if (header === null || !isUuid(header)) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { 'Idempotency-Key': header === null ? 'REQUIRED' : 'FORMAT' } } });
  }
  return header.toLowerCase();
}
