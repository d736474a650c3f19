import { and, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Services } from '../provider-services.ts';
import { hashSecret } from '../secrets.ts';
import type { Session } from '../session.ts';
import { listPage } from './schema.ts';

interface SteadyPage {
  /** Number of newest rows to skip. */
  offset: bigint;
  limit: bigint;
  /** The list's length when its first page was shown. */
  total: bigint;
  totalPages: number;
}

interface PagedList {
  /** Name of the list's call. */
  name: string;
  /** Includes page and size. */
  query: { page: number; size: number };
  /** Number of rows matching the filters now. */
  total: bigint;
}

/**
 * Determines where a page starts in a list that grows at its newer end. Pages are requested by number alone, so the list's length at page 1
 * is remembered per session and filters, and later pages start further down by as many rows as were added since: no row is repeated or
 * missed. Requesting page 1 starts over.
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
    // A list that got shorter (its filter depends on a changing state) has no first page to stay consistent with.
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
 * A single-page list needs no consistency until it grows, so it's remembered too, but written only when changed. Filters accept any moment,
 * so a script could request any number of lists: a session's oldest ones are dropped.
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
