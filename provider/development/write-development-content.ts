import { fileURLToPath } from 'node:url';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { underMigrationLock } from '../db/migrate.ts';
import { openPoll } from '../modules/dashboard/open-poll.ts';
import { type AnnouncementText, moveAnnouncement, publishAnnouncement } from '../modules/dashboard/publish-announcement.ts';
import { readAnnouncementFolder } from '../modules/dashboard/read-announcement-folder.ts';
import type { Translated } from '../modules/dashboard/translated.ts';
import type { Services } from '../provider-services.ts';
import { announcementSchedule } from './announcement-schedule.ts';
import { developmentPoll } from './development-poll.ts';
import { fillDates } from './fill-dates.ts';
import { developmentContent } from './schema.ts';
import { tellStory } from './story/tell-story.ts';

const DAY_MS = 86_400_000;
const ANNOUNCEMENTS = fileURLToPath(new URL('announcements', import.meta.url));
const POLL_OPENED_DAYS_AGO = 7;
const POLL_LASTS_DAYS = 30;

/**
 * Fills a development database once: announcements and a poll in one transaction and, if past prices are available, the members' story. If
 * several processes start together, one writes it and the others wait.
 */
export async function writeDevelopmentContent(services: Services, chainRpcUrl: string): Promise<void> {
  const { database, clock, log } = services;
  await underMigrationLock(database.$client, async () => {
    const now = clock();
    const isWritten = await inTransaction(database, async (tx) => {
      const marked = await tx.insert(developmentContent).values({ name: 'first-light', writtenAt: now }).onConflictDoNothing().returning();
      if (marked.length === 0) return false;
      await writeAnnouncements(tx, now);
      await writePoll(tx, now);
      return true;
    });
    if (isWritten) log.info('wrote the development content');
    await tellStory(services, chainRpcUrl);
  });
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

async function writePoll(tx: Transaction, now: Date): Promise<void> {
  const opensAt = before(now, POLL_OPENED_DAYS_AGO);
  const endsAt = new Date(opensAt.getTime() + POLL_LASTS_DAYS * DAY_MS);
  await openPoll(tx, { ...developmentPoll, opensAt, endsAt });
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
