import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { closeCalendarFeed as closing, openCalendarFeed as opening } from '../../../src/lib/api/contract/calendar-feed.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type CalendarDate, calendarFile } from '../../../src/lib/calendar/calendar-file.ts';
import { interpolate } from '../../../src/lib/i18n/interpolate.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ProcessServices, Services } from '../../provider-services.ts';
import { createToken, hashSecret } from '../../secrets.ts';
import { underTerms } from '../../terms/terms-book.ts';
import { member } from '../account/schema.ts';
import { pickTranslation } from '../dashboard/publish-announcement.ts';
import { poll, pollTranslation } from '../dashboard/schema.ts';
import { readPrivilegeCalendar } from '../roles/reserve-privilege.ts';
import { staking } from '../staking/schema.ts';
import { treasuryPurchase } from '../treasury/schema.ts';
import { noticeTexts, type NoticeWords } from './find-notices.ts';
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
): Promise<SentDataOf<typeof opening>> {
  const secret = createToken();
  const row = { secretHash: hashSecret(secret), language, createdAt: clock() };
  await database
    .insert(calendarFeed)
    .values({ memberId, ...row })
    .onConflictDoUpdate({ target: calendarFeed.memberId, set: row });
  return { path: `/calendar/${secret}.ics`, createdAt: row.createdAt.toISOString() };
}

/** POST /account/closeCalendarFeed, an extension. */
export async function closeCalendarFeed({ database }: Pick<Services, 'database'>, memberId: string): Promise<SentDataOf<typeof closing>> {
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

/** A date on which something falls due for a member. */
interface MemberDate {
  kind: 'MATURES' | 'VESTED' | 'PRIVILEGE' | 'VOTE_ENDS';
  id: string;
  at: Date;
  /** What matures or has vested, in base units. */
  juf?: bigint;
  /** A poll’s. */
  title?: string;
}

type Reader = Pick<Services, 'database' | 'economy'>;

interface Span {
  now: Date;
  /** How far back stakes and purchases are listed. */
  since: Date;
  /** Of each kind. */
  most: number;
}

/** When stakes mature, purchases have vested, the next privilege falls due and votes end: kind by kind, each soonest first. */
export async function memberDates(services: Reader, memberId: string, language: LanguageCode, span: Span): Promise<MemberDate[]> {
  return [
    ...(await datesOfStakes(services, memberId, span)),
    ...(await datesOfPurchases(services, memberId, span)),
    ...(await nextPrivilege(services, memberId, span)),
    ...(await endsOfVotes(services, language, span)),
  ];
}

async function datesOfStakes({ database }: Reader, memberId: string, { since, most }: Span): Promise<MemberDate[]> {
  const rows = await database
    .select({ id: staking.id, at: staking.maturesAt, juf: staking.amount })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt), gt(staking.maturesAt, since)))
    .orderBy(asc(staking.maturesAt))
    .limit(most);
  return rows.map((row) => ({ kind: 'MATURES', ...row }));
}

async function datesOfPurchases({ database }: Reader, memberId: string, { since, most }: Span): Promise<MemberDate[]> {
  const endsAt = sql`${treasuryPurchase.createdAt} + ${treasuryPurchase.vestingSeconds} * interval '1 second'`;
  const rows = await database
    .select()
    .from(treasuryPurchase)
    .where(and(eq(treasuryPurchase.memberId, memberId), sql`${endsAt} > ${since.toISOString()}`))
    .orderBy(asc(endsAt))
    .limit(most);
  return rows.map((purchase) => ({ kind: 'VESTED', id: purchase.id, at: vestingEndsAt(purchase), juf: purchase.juf }));
}

async function nextPrivilege({ database, economy }: Reader, memberId: string, { now }: Span): Promise<MemberDate[]> {
  const calendar = await readPrivilegeCalendar(database, economy, memberId, now);
  if (calendar === null) return [];
  return [{ kind: 'PRIVILEGE', id: `privilege-${calendar.period + 1}-${memberId}`, at: calendar.nextAt }];
}

async function endsOfVotes({ database }: Reader, language: LanguageCode, { now, most }: Span): Promise<MemberDate[]> {
  const rows = await database
    .select({ id: poll.id, at: poll.endsAt, language: pollTranslation.language, title: pollTranslation.title })
    .from(poll)
    .innerJoin(pollTranslation, and(eq(pollTranslation.pollId, poll.id), inArray(pollTranslation.language, [language, 'en'])))
    .where(and(gt(poll.endsAt, now), sql`${poll.opensAt} <= ${now.toISOString()}`))
    .orderBy(asc(poll.endsAt), asc(poll.id))
    // Each has its title in the reader's language, in English, or both.
    .limit(2 * most);
  return [...Map.groupBy(rows, ({ id }) => id).values()].slice(0, most).map((translations) => {
    const { id, at, title } = pickTranslation(translations, language);
    return { kind: 'VOTE_ENDS', id, at, title };
  });
}
