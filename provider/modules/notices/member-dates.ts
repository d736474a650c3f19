import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Services } from '../../provider-services.ts';
import { poll, pollTranslation } from '../dashboard/schema.ts';
import { pickTranslation } from '../dashboard/translated.ts';
import { readPrivilegeCalendar } from '../roles/reserve-privilege.ts';
import { staking } from '../staking/schema.ts';
import { treasuryPurchase } from '../treasury/schema.ts';

/** A date on which something falls due for a member. */
export interface MemberDate {
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
    .innerJoin(pollTranslation, eq(pollTranslation.pollId, poll.id))
    .where(and(gt(poll.endsAt, now), sql`${poll.opensAt} <= ${now.toISOString()}`))
    .orderBy(asc(poll.endsAt))
    .limit(most);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((translations) => {
    const { id, at, title } = pickTranslation(translations, language);
    return { kind: 'VOTE_ENDS', id, at, title };
  });
}
