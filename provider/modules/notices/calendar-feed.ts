import { and, eq, isNull } from 'drizzle-orm';
import type { closeCalendarFeed as closing, openCalendarFeed as opening } from '../../../src/lib/api/contract/calendar-feed.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type CalendarDate, calendarFile } from '../../../src/lib/calendar/calendar-file.ts';
import { interpolate } from '../../../src/lib/i18n/interpolate.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ProcessServices, Services } from '../../provider-services.ts';
import { createToken, hashSecret } from '../../secrets.ts';
import { underTerms } from '../../terms/terms-book.ts';
import { member } from '../account/schema.ts';
import { noticeTexts, type NoticeWords } from './find-notices.ts';
import { type MemberDate, memberDates } from './member-dates.ts';
import { calendarFeed } from './schema.ts';

/** A secret is 32 random bytes in base64url, without padding. */
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/;

/** The calendar at a secret address. All other addresses are equally not found. */
export async function answerCalendar(services: ProcessServices, file: string): Promise<Response> {
  const secret = FILE.exec(file)?.[1];
  const calendar = secret === undefined ? null : await composeCalendarFeed(await underTerms(services), secret);
  if (calendar === null) throw new Refusal('NOT_FOUND');
  return new Response(calendar, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}

/** Past dates stay for a while, so that they don't vanish from a calendar on the day itself. */
const KEPT_FOR_MS = 30 * 86_400_000;
const MOST_DATES = 200;
const READ_AGAIN_HOURS = 6;

/** GET /account/calendarFeed, an extension. */
export async function readCalendarFeed({ database }: Pick<Services, 'database'>, memberId: string): Promise<{ createdAt: string | null }> {
  const [feed] = await database.select().from(calendarFeed).where(eq(calendarFeed.memberId, memberId));
  return { createdAt: feed?.createdAt.toISOString() ?? null };
}

/** POST /account/openCalendarFeed, an extension. */
export async function openCalendarFeed(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  memberId: string,
  language: LanguageCode,
): Promise<DataOf<typeof opening>> {
  const secret = createToken();
  const row = { secretHash: hashSecret(secret), language, createdAt: clock() };
  await database
    .insert(calendarFeed)
    .values({ memberId, ...row })
    .onConflictDoUpdate({ target: calendarFeed.memberId, set: row });
  return { path: `/calendar/${secret}.ics`, createdAt: row.createdAt.toISOString() };
}

/** POST /account/closeCalendarFeed, an extension. */
export async function closeCalendarFeed({ database }: Pick<Services, 'database'>, memberId: string): Promise<DataOf<typeof closing>> {
  await database.delete(calendarFeed).where(eq(calendarFeed.memberId, memberId));
  return {};
}

/** The calendar at a secret address; null if the address is unknown or has been revoked. */
async function composeCalendarFeed(services: Services, secret: string): Promise<string | null> {
  const { database, clock, site } = services;
  const [feed] = await database
    .select({ memberId: calendarFeed.memberId, language: calendarFeed.language })
    .from(calendarFeed)
    .innerJoin(member, eq(member.id, calendarFeed.memberId))
    .where(and(eq(calendarFeed.secretHash, hashSecret(secret)), isNull(member.blockedAt)));
  if (feed === undefined) return null;
  const now = clock();
  const { calendar: texts } = await noticeTexts(feed.language);
  const span = { now, since: new Date(now.getTime() - KEPT_FOR_MS), most: MOST_DATES };
  const dates = (await memberDates(services, feed.memberId, feed.language, span)).map((date) => entryOf(date, texts));
  return calendarFile(dates, { host: new URL(site.uri).host, name: texts.name, madeAt: now, everyHours: READ_AGAIN_HOURS });
}

function entryOf({ kind, id, at, title = '' }: MemberDate, texts: NoticeWords['calendar']): CalendarDate {
  switch (kind) {
    case 'MATURES':
      return { id, at, summary: texts.matured };
    case 'VESTED':
      return { id, at, summary: texts.vested };
    case 'PRIVILEGE':
      return { id, at, summary: texts.privilege };
    case 'VOTE_ENDS':
      return { id, at, summary: interpolate(texts.vote, { title }), reminds: 'DAY_BEFORE' };
  }
}
