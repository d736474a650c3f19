import { and, count, eq, isNull, lte, min, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { outlook } from '../../../src/lib/api/contract/outlook.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { memberDates } from '../notices/member-dates.ts';
import { staking } from '../staking/schema.ts';
import { readMonth } from './read-month.ts';

type Outlook = DataOf<typeof outlook>;

const MOST_COMING = 5;

/** GET /dashboard/outlook, an extension: a member's month so far, what has matured, and what comes next. */
export async function readOutlook(services: Services, memberId: string, language: LanguageCode): Promise<Outlook> {
  const now = services.clock();
  const [month, matured, dates] = await Promise.all([
    readMonth(services, memberId, now),
    readMatured(services.database, memberId, now),
    memberDates(services, memberId, language, { now, since: now, most: MOST_COMING }),
  ]);
  const soonest = dates.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, MOST_COMING);
  return {
    month,
    matured,
    coming: soonest.map(({ kind, id, at, juf, title }) => ({
      kind,
      id,
      at: at.toISOString(),
      ...(juf !== undefined && { amount: toDecimalString(juf, tokenDecimals.JUF), walletType: 'JUF' as const }),
      ...(title !== undefined && { title }),
    })),
  };
}

/** Stakes that earn nothing any more and wait to be withdrawn. */
async function readMatured(database: Queryable, memberId: string, now: Date): Promise<Outlook['matured']> {
  const [row] = await database
    .select({
      juf: sql`coalesce(sum(${staking.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)),
      since: min(staking.maturesAt),
      count: count(),
    })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt), lte(staking.maturesAt, now)));
  if (row === undefined || row.since === null) return null;
  return { amount: toDecimalString(row.juf, tokenDecimals.JUF), since: row.since.toISOString(), count: row.count };
}
