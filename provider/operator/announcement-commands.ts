import { systemClock } from '../../src/lib/clock.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  moveAnnouncement,
  publishAnnouncement,
  readAnnouncementFolder,
  withdrawAnnouncement,
} from '../modules/dashboard/publish-announcement.ts';
import type { Command } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { listAnnouncements, printList } from './list-what-is-out.ts';
import { requirePages, requirePictures } from './require-references.ts';
import { withDatabase } from './with-database.ts';

export const announcementCommands: readonly Command[] = [
  {
    name: 'publish',
    operands: ['<folder>'],
    what: 'publishes an announcement, or updates it: announcement.json and one {language}.md per language',
    run: async ({ settings: { databaseUrl, picturesFolder, siteUrl }, operands: [folder = ''] }) => {
      const draft = await readAnnouncementFolder(folder).catch((cause: unknown) => {
        throw new OperatorMistake(
          `The folder ${folder} doesn’t hold an announcement: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
      });
      await requirePictures(draft, picturesFolder);
      const { isNew } = await withDatabase(databaseUrl, (database) =>
        inTransaction(database, async (tx) => {
          await requirePages(tx, draft, siteUrl);
          return publishAnnouncement(tx, draft, systemClock());
        }),
      );
      const given = Object.keys(draft.texts);
      const missing = languages.map(({ code }) => code).filter((code) => !given.includes(code));
      console.log(`${isNew ? 'Published' : 'Changed'} /announcements/${draft.slug} in ${given.join(', ')}.`);
      if (missing.length > 0) console.log(`Readers of ${missing.join(', ')} see the English text, marked as English.`);
    },
  },
  {
    name: 'announcements',
    operands: [],
    what: 'lists all announcements, withdrawn ones too: address, state, category, when published and changed, and languages without a text',
    run: ({ settings: { databaseUrl } }) => printList(databaseUrl, listAnnouncements, 'Nothing was published.'),
  },
  {
    name: 'move',
    operands: ['<slug>', '<new-slug>'],
    what: 'gives an announcement a new address; the old one redirects to it',
    run: async ({ settings: { databaseUrl }, operands: [from = '', to = ''] }) => {
      await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => moveAnnouncement(tx, from, to)));
      console.log(`/announcements/${from} now leads to /announcements/${to}.`);
    },
  },
  {
    name: 'withdraw',
    operands: ['<slug>'],
    what: 'withdraws an announcement; its address then says that it was withdrawn',
    confirmation: ({ operands: [slug = ''] }) => `Take /announcements/${slug} back?`,
    run: async ({ settings: { databaseUrl }, operands: [slug = ''] }) => {
      await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => withdrawAnnouncement(tx, slug, systemClock())));
      console.log(`/announcements/${slug} is gone. Publishing it again brings it back.`);
    },
  },
];
