import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

const DAY_MS = 86_400_000;
/** How long somebody who joined and never did anything is kept. */
const KEPT_DAYS = 90;
const BATCH = 50;
/** The next run takes up the rest. */
const WITHIN_MS = 60_000;

/**
 * Removes members who joined long ago, aren't signed in, and have nothing: no account was ever opened for them, and nothing refers to them but sessions that
 * have ended. Accounts cost nothing to make, so they must not cost something for ever. Whoever comes back with the same wallet joins anew. Their uid
 * stays taken.
 */
export async function removeNewcomers(database: Database, now: Date): Promise<number> {
  const endsAtMs = performance.now() + WITHIN_MS;
  const [at, joinedBefore] = [now.toISOString(), new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()];
  let removed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; performance.now() < endsAtMs;) {
    const { rows } = await database.execute<{ id: string }>(sql`
      select id from member m
       where id > ${after} and created_at < ${joinedBefore}
         and username_changed_at is null and avatar is null and blocked_at is null and erased_at is null and referrer_id is null
         and not exists (select from ledger_account a where a.owner_id = m.id)
         and not exists (select from deposit d where d.sender = m.address)
         and not exists (select from member invited where invited.referrer_id = m.id)
         and not exists (select from session s where s.member_id = m.id and s.ended_at is null and s.idle_until > ${at} and s.expires_at > ${at})
       order by id limit ${BATCH}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows.map(({ id }) => id);
    const { rows: did } = await database.execute<{ removed: number }>(
      sql`select member_remove_unused(${sql.param(ids)}::uuid[])::integer as removed`,
    );
    removed += did[0]?.removed ?? 0;
    after = last.id;
  }
  return removed;
}
