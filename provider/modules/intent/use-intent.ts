import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';

export interface Intent {
  memberId: string;
  nonce: Hex;
  /** Seconds since 1970. */
  deadline: number;
}

/** Consumes a signed intent. Of several concurrent requests with the same one, the others wait for the first and are refused when it commits. */
export async function useIntent({ $client: client }: Transaction, intent: Intent): Promise<void> {
  const { rowCount } = await client.query({
    name: 'use_intent',
    text: 'insert into used_intent (member_id, nonce, deadline) values ($1, $2, $3) on conflict do nothing',
    values: intentArguments(intent),
  });
  if (rowCount !== 1) throw new Refusal('INTENT_USED');
}

/** Member, nonce and deadline, as the database takes them. */
export function intentArguments({ memberId, nonce, deadline }: Intent): [string, Buffer, string] {
  return [memberId, Buffer.from(nonce.slice(2), 'hex'), new Date(deadline * 1_000).toISOString()];
}

const BATCH = 1_000;

/** Clocks of processes may differ slightly; a nonce is deleted only when all of them refuse its deadline. */
const MARGIN_MS = 3_600_000;

/** For a job: deletes expired nonces in batches. Returns how many it deleted. */
export async function forgetIntents(database: Queryable, now: Date): Promise<number> {
  const until = new Date(now.getTime() - MARGIN_MS).toISOString();
  for (let forgotten = 0; ;) {
    const { rowCount } = await database.execute(sql`
      delete from used_intent where (member_id, nonce) in (
        select member_id, nonce from used_intent where deadline <= ${until} order by deadline limit ${BATCH} for update skip locked)`);
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return forgotten;
  }
}
