import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { hashSecret } from '../../modules/account/secrets.ts';
import { type Services } from '../../provider-services.ts';
import { type Session } from '../authorize.ts';
import { listPage } from './schema.ts';

export interface SteadyPage {
  /** How many of the newest rows to pass over. */
  offset: bigint;
  limit: bigint;
  /** How many rows the list had when its first page was shown. */
  total: bigint;
  totalPages: number;
}

export interface PagedList {
  /** The list's call. */
  name: string;
  /** With its page and its size. */
  query: { page: number; size: number };
  /** How many rows meet the filters now. */
  total: bigint;
}

/**
 * Where a page of a list that grows at its newer end begins. Pages are asked for by number alone, so the length that the list had at page 1 is
 * remembered for the session and the filters, and later pages begin that much further down as rows have come since: none is shown twice, none is
 * missed. Asking for page 1 begins anew.
 */
export async function steadyPage(
  { database, clock, limits }: Services,
  session: Session,
  { name, query, total }: PagedList,
): Promise<SteadyPage> {
  const { page, size, ...filters } = query;
  const tokenHash = hashSecret(session.token);
  const list = createHash('sha256')
    .update(JSON.stringify([name, size, Object.entries(filters).toSorted()]))
    .digest();
  let first = total;
  if (page === 1) await remember(database, { tokenHash, list, total, at: clock() }, limits.listsPerSession);
  else {
    const [remembered] = await database
      .select({ total: listPage.total })
      .from(listPage)
      .where(and(eq(listPage.tokenHash, tokenHash), eq(listPage.list, list)));
    // A list that has become shorter (its filter is by a state that changes) has no first page to be steady with.
    if (remembered !== undefined && remembered.total < total) first = remembered.total;
  }
  const limit = BigInt(size);
  return {
    offset: total - first + BigInt(page - 1) * limit,
    limit,
    total: first,
    totalPages: Number((first + limit - 1n) / limit),
  };
}

/**
 * A list of one page has no later ones to keep steady, until it grows: so it is remembered all the same, but written only when it has changed. Filters take
 * any moment, so there is no end of lists that a script could ask for: the session's oldest give way to new ones.
 */
async function remember(database: Services['database'], row: typeof listPage.$inferInsert, mostLists: number): Promise<void> {
  const { rowCount } = await database
    .insert(listPage)
    .values(row)
    .onConflictDoUpdate({
      target: [listPage.tokenHash, listPage.list],
      set: { total: row.total, at: row.at },
      setWhere: sql`${listPage.total} <> excluded.total`,
    });
  if (rowCount === 0) return;
  const mine = sql`token_hash = ${Buffer.from(row.tokenHash)}`;
  const newestTooMany = sql`select at, list from list_page where ${mine} order by at desc, list desc offset ${mostLists} limit 1`;
  await database.execute(sql`
    delete from list_page where ctid = any(array(
      select ctid from list_page where ${mine} and (at, list) <= (${newestTooMany}) order by at, list limit 100 for update skip locked))`);
}

const BATCH = 1_000;
const LIFETIME_MS = 12 * 3_600_000;

/** Deletes what no session can ask for any more, a batch at a time. For a job; gives how many it deleted. */
export async function forgetPages(database: Services['database'], now: Date): Promise<number> {
  const until = new Date(now.getTime() - LIFETIME_MS).toISOString();
  for (let forgotten = 0; ;) {
    const { rowCount } = await database.execute(sql`
      delete from list_page where (token_hash, list) in (
        select token_hash, list from list_page where at <= ${until} order by at limit ${BATCH} for update skip locked)`);
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return forgotten;
  }
}
