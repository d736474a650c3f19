import type { Queryable } from '../db/database.ts';
import { countLines, type TransactionFilter } from './count-lines.ts';
import { pageOfEntries } from './page-of-entries.ts';
import { selectLines } from './select-lines.ts';
import type { TransactionLine } from './transaction-line.ts';

export type TransactionPage = { lines: TransactionLine[]; total: bigint };

/** Movements of a member's available balance per wallet, newest first. Page 1 is the first. */
export async function listTransactions(db: Queryable, filter: TransactionFilter, page: number, size: number): Promise<TransactionPage> {
  const ranges = await countLines(db, filter);
  const total = ranges.reduce((sum, range) => sum + range.count, 0n);
  const offset = BigInt(page - 1) * BigInt(size);
  if (offset >= total) return { lines: [], total };
  return { lines: await selectLines(db, filter.memberId, pageOfEntries(ranges, filter.kind, offset, BigInt(size))), total };
}
