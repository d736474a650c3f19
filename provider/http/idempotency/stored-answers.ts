import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';

export const ANSWER_LIFETIME_MS = 24 * 3_600_000;

export interface Key {
  memberId: string;
  key: string;
  now: Date;
}

export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  answer: unknown;
}

/** Doesn't wait: a response still in progress is not found. */
export async function findAnswer(database: Queryable, { memberId, key, now }: Key): Promise<StoredAnswer | undefined> {
  const { rows } = await database.execute<StoredAnswerRow>(
    sql`select fingerprint, status, answer from idempotent_answer where member_id = ${memberId} and key = ${key} and at > ${since(now)}`,
  );
  return rows[0];
}

/** Waits for any request with this key, and blocks others until the transaction ends. */
export async function lockAnswer({ $client: client }: Transaction, { memberId, key, now }: Key): Promise<StoredAnswer | undefined> {
  const { rows } = await client.query<StoredAnswerRow>({
    name: 'idempotent_begin',
    text: 'select fingerprint, status, answer from idempotent_begin($1, $2, $3)',
    values: [memberId, key, since(now)],
  });
  return rows[0];
}

/** Replaces a stored response only if it has expired. */
export async function storeAnswer({ $client: client }: Transaction, { memberId, key, now }: Key, stored: StoredAnswer): Promise<void> {
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
export async function forgetOldestRefusals({ $client: client }: Transaction, memberId: string, mostKept: number): Promise<void> {
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
