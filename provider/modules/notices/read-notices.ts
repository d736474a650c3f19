import { eq, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { noticeMark } from '../../../src/lib/api/contract/notice-mark.ts';
import type { notices as definition } from '../../../src/lib/api/contract/notices.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { Member } from '../account/schema.ts';
import { findNotices, type FoundNotice } from './find-notices.ts';
import { noticeSeen } from './schema.ts';

type Reader = Pick<Member, 'id' | 'createdAt'>;
type Notice = DataOf<typeof definition>['notices'][number];

const LISTED_FOR_MS = 30 * 86_400_000;

/** GET /account/notices, an extension. */
export async function readNotices(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  member: Reader,
  language: LanguageCode,
): Promise<DataOf<typeof definition>> {
  const now = clock();
  const seenAt = await readSeen(database, member);
  const found = await findNotices(database, [member.id, listedSince(member, now).toISOString(), now.toISOString(), language]);
  const newestFirst = found.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return { notices: newestFirst.map((notice) => present(notice, seenAt)), asOf: now.toISOString() };
}

/** GET /account/noticeMark, an extension. */
export async function readNoticeMark(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  member: Reader,
): Promise<DataOf<typeof noticeMark>> {
  const now = clock();
  const since = Math.max((await readSeen(database, member)).getTime(), listedSince(member, now).getTime());
  const found = await findNotices(database, [member.id, new Date(since).toISOString(), now.toISOString(), 'en']);
  return { unread: found.length };
}

/** POST /account/seeNotices, an extension. */
export async function seeNotices(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  memberId: string,
  until: string,
): Promise<void> {
  const seenAt = new Date(Math.min(Math.max(Date.parse(until), 1), clock().getTime()));
  await database
    .insert(noticeSeen)
    .values({ memberId, seenAt })
    .onConflictDoUpdate({ target: noticeSeen.memberId, set: { seenAt: sql`greatest(${noticeSeen.seenAt}, excluded.seen_at)` } });
}

/** A member who has read none yet counts as having read what existed when they joined. */
async function readSeen(database: Services['database'], { id, createdAt }: Reader): Promise<Date> {
  const [seen] = await database.select({ seenAt: noticeSeen.seenAt }).from(noticeSeen).where(eq(noticeSeen.memberId, id));
  return seen?.seenAt ?? createdAt;
}

function listedSince({ createdAt }: Reader, now: Date): Date {
  return new Date(Math.max(createdAt.getTime(), now.getTime() - LISTED_FOR_MS));
}

function present({ kind, source: id, at, token, amount, title, slug }: FoundNotice, seenAt: Date): Notice {
  return {
    kind,
    id,
    at: at.toISOString(),
    unread: at > seenAt,
    ...(token === null || amount === null ? {} : { walletType: token, amount: toDecimalString(BigInt(amount), tokenDecimals[token]) }),
    ...(title === null ? {} : { title }),
    ...(slug === null ? {} : { slug }),
  };
}
