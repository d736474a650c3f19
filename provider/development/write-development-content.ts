import { fileURLToPath } from 'node:url';
import { v7 } from 'uuid';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { type LanguageCode } from '../../src/lib/i18n/languages.ts';
import { type Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type Economy } from '../economy.ts';
import { memberAccount, pooledAccount, type Token } from '../ledger/account.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { findOrCreateMember } from '../modules/account/find-or-create-member.ts';
import { openPoll } from '../modules/dashboard/open-poll.ts';
import { type AnnouncementText, moveAnnouncement, publishAnnouncement } from '../modules/dashboard/publish-announcement.ts';
import { readAnnouncementFolder } from '../modules/dashboard/read-announcement-folder.ts';
import { type Translated } from '../modules/dashboard/translated.ts';
import { castVote } from '../modules/dashboard/vote.ts';
import { grantRole } from '../modules/roles/grant-role.ts';
import { type Services } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { announcementSchedule } from './announcement-schedule.ts';
import { developmentMembers } from './development-members.ts';
import { developmentPoll } from './development-poll.ts';
import { fillDates } from './fill-dates.ts';
import { developmentContent } from './schema.ts';

const DAY_MS = 86_400_000;
const ANNOUNCEMENTS = fileURLToPath(new URL('announcements', import.meta.url));
const POLL_OPENED_DAYS_AGO = 7;
const POLL_LASTS_DAYS = 30;

/** What the first account of the development wallet has to spend. */
const OPENING_BALANCES: readonly [Token, string][] = [
  ['JU', '12840.5'],
  ['JUF', '15000'],
  ['USDT', '14130'],
];

/**
 * Fills a development database once, through the functions the provider itself uses, in one transaction: either all of it is there or nothing,
 * and of several processes that start together one writes it.
 */
export async function writeDevelopmentContent({ database, clock, economy, log }: Services): Promise<void> {
  const now = clock();
  const isWritten = await inTransaction(database, async (tx) => {
    const marked = await tx.insert(developmentContent).values({ name: 'first-light', writtenAt: now }).onConflictDoNothing().returning();
    if (marked.length === 0) return false;
    await writeAnnouncements(tx, now);
    const memberIds = await writeMembers(tx, now);
    await writePoll(tx, economy, memberIds, now);
    await writeOpeningBalances(tx, memberIds, now);
    return true;
  });
  if (isWritten) log.info('wrote the development content');
}

async function writeAnnouncements(tx: Transaction, now: Date): Promise<void> {
  for (const { folder, daysAgo, firstSlug } of announcementSchedule) {
    const draft = await readAnnouncementFolder(`${ANNOUNCEMENTS}/${folder}`);
    const texts = withDates(draft.texts, now);
    await publishAnnouncement(tx, { ...draft, texts, slug: firstSlug ?? draft.slug }, before(now, daysAgo));
    if (firstSlug !== undefined) await moveAnnouncement(tx, firstSlug, draft.slug);
  }
}

function withDates(texts: Translated<AnnouncementText>, now: Date): Translated<AnnouncementText> {
  const fill = (language: LanguageCode, { title, summary, body }: AnnouncementText): AnnouncementText => ({
    title: fillDates(title, language, now),
    summary: fillDates(summary, language, now),
    body: fillDates(body, language, now),
  });
  const filled = (Object.entries(texts) as [LanguageCode, AnnouncementText][]).map(([language, text]) => [language, fill(language, text)]);
  return { ...(Object.fromEntries(filled) as Partial<Record<LanguageCode, AnnouncementText>>), en: fill('en', texts.en) };
}

async function writeMembers(tx: Transaction, now: Date): Promise<string[]> {
  const ids: string[] = [];
  const referralCodes: string[] = [];
  for (const { address, joinedDaysAgo, referrer, role } of developmentMembers) {
    const joinedAt = before(now, joinedDaysAgo);
    const referralCode = referrer === null ? undefined : referralCodes[referrer];
    const { member } = await findOrCreateMember(tx, { address, language: 'en', referralCode, now: joinedAt });
    if (role !== 'MEMBER') await grantRole(tx, member.id, role, joinedAt);
    ids.push(member.id);
    referralCodes.push(member.referralCode);
  }
  return ids;
}

async function writePoll(tx: Transaction, economy: Economy, memberIds: readonly string[], now: Date): Promise<void> {
  const opensAt = before(now, POLL_OPENED_DAYS_AGO);
  const endsAt = new Date(opensAt.getTime() + POLL_LASTS_DAYS * DAY_MS);
  const { id: pollId, optionIds } = await openPoll(tx, { ...developmentPoll, opensAt, endsAt });
  for (const [index, { option, role }] of developmentMembers.entries()) {
    const optionId = option === null ? undefined : optionIds[option];
    const memberId = memberIds[index];
    if (optionId === undefined || memberId === undefined || role === 'MEMBER') continue;
    await castVote(tx, economy, { pollId, optionId }, memberId, before(now, 1 + (index % 5)));
  }
}

async function writeOpeningBalances(tx: Transaction, [first]: readonly string[], now: Date): Promise<void> {
  if (first === undefined) throw new Error('there are no development members');
  for (const [token, amount] of OPENING_BALANCES) {
    const amountBaseUnits = fromDecimalString(amount, tokenDecimals[token]);
    await postTransaction(tx, {
      id: v7({ msecs: now.getTime() }),
      kind: 'ADJUSTMENT',
      occurredAt: now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', first), token, amountBaseUnits },
      ],
    });
  }
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
