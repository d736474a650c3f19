import { sql } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import type { Token, TransactionKind } from './account.ts';

export type TransactionFilter = {
  memberId: string;
  token?: Token | undefined;
  kind?: TransactionKind | undefined;
  /** Both ends are inclusive. A fixed `to` keeps pages stable while new transactions arrive. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The entries of one wallet that a filter can match, `after < seq <= until`, and how many it matches. */
export type LineRange = { accountId: string; after: bigint; until: bigint; count: bigint };

type Row = { account_id: string; after: string; until: string; count: string };

/** Computes counts from seq, which has no gaps. Only a filter by kind reads rows, and then only the index. */
export async function countLines(db: Queryable, { memberId, token, kind, from, to }: TransactionFilter): Promise<LineRange[]> {
  const counted =
    kind === undefined
      ? sql`until - after`
      : sql`(select count(*) from ledger_entry e where e.account_id = r.id and e.seq > after and e.seq <= until and e.kind = ${kind})`;
  const { rows } = await db.execute<Row>(sql`
    select id as account_id, after, until, ${counted} as count from (
      select id,
             ${from === undefined ? sql`0::bigint` : sql`ledger_seq_until(id, ${beforeMs(from)}, entry_count)`} as after,
             ${to === undefined ? sql`entry_count` : sql`ledger_seq_until(id, ${to.toISOString()}, entry_count)`} as until
        from ledger_account
       where owner_id = ${memberId} and kind = 'AVAILABLE' ${token === undefined ? sql`` : sql`and token = ${token}`}
    ) r where until > after`);
  return rows.map((row) => ({ accountId: row.account_id, after: BigInt(row.after), until: BigInt(row.until), count: BigInt(row.count) }));
}

/** Times are whole milliseconds, so "from this one on" is "after the one before". */
function beforeMs(moment: Date): string {
  return new Date(moment.getTime() - 1).toISOString();
}
