import { type SQL, sql } from 'drizzle-orm';

import type { TransactionKind } from './account.ts';
import type { LineRange } from './count-lines.ts';

/** For one wallet without a filter by kind, selects the page by seq, however deep; otherwise merges the newest entries of each wallet. */
export function pageOfEntries(ranges: readonly LineRange[], kind: TransactionKind | undefined, offset: bigint, limit: bigint): SQL {
  const [only] = ranges;
  if (only !== undefined && ranges.length === 1 && kind === undefined) {
    const until = only.until - offset;
    const after = until - limit;
    return sql`select * from ledger_entry where account_id = ${only.accountId} and seq <= ${until} and seq > ${after > only.after ? after : only.after}`;
  }
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  const newest = ranges.map(
    ({ accountId, after, until }) =>
      sql`(select * from ledger_entry where account_id = ${accountId} and seq <= ${until} and seq > ${after} ${ofKind} order by seq desc limit ${offset + limit})`,
  );
  return sql`select * from (${sql.join(newest, sql` union all `)}) merged order by created_at desc, account_id desc, seq desc limit ${limit} offset ${offset}`;
}
