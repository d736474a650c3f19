import { eq } from 'drizzle-orm';
import { imageSize } from 'image-size';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_PICTURE_BYTES, pictureSize, type References, referencesOf } from '../../src/lib/announcements/references.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  type AnnouncementDraft,
  moveAnnouncement,
  publishAnnouncement,
  readAnnouncementFolder,
  withdrawAnnouncement,
} from '../modules/dashboard/publish-announcement.ts';
import { announcement, announcementSlug } from '../modules/dashboard/schema.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { Command } from './command.ts';
import { listAnnouncements, printList } from './list-what-is-out.ts';

export const announcementCommands: readonly Command[] = [
  {
    name: 'publish',
    operands: ['<folder>'],
    by: ['EDITOR'],
    what: 'publishes an announcement, or updates it: announcement.json and one {language}.md per language',
    run: async ({ database, settings: { picturesFolder, siteUrl }, operands: [folder = ''] }) => {
      const draft = await readAnnouncementFolder(folder).catch((cause: unknown) => {
        throw new OperatorMistake(
          `The folder ${folder} doesn’t hold an announcement: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
      });
      await requirePictures(draft, picturesFolder);
      const { isNew } = await inTransaction(database, async (tx) => {
        await requirePages(tx, draft, siteUrl);
        return publishAnnouncement(tx, draft, systemClock());
      });
      const given = Object.keys(draft.texts);
      const missing = languages.map(({ code }) => code).filter((code) => !given.includes(code));
      console.log(`${isNew ? 'Published' : 'Changed'} /announcements/${draft.slug} in ${given.join(', ')}.`);
      if (missing.length > 0) console.log(`Readers of ${missing.join(', ')} see the English text, marked as English.`);
    },
  },
  {
    name: 'announcements',
    operands: [],
    by: ['EDITOR'],
    what: 'lists all announcements, withdrawn ones too: address, state, category, when published and changed, and languages without a text',
    run: async ({ database }) => printList(await listAnnouncements(database), 'Nothing was published.'),
  },
  {
    name: 'move',
    operands: ['<slug>', '<new-slug>'],
    by: ['EDITOR'],
    what: 'gives an announcement a new address; the old one redirects to it',
    run: async ({ database, operands: [from = '', to = ''] }) => {
      await inTransaction(database, (tx) => moveAnnouncement(tx, from, to));
      console.log(`/announcements/${from} now leads to /announcements/${to}.`);
    },
  },
  {
    name: 'withdraw',
    operands: ['<slug>'],
    by: ['EDITOR'],
    what: 'withdraws an announcement; its address then says that it was withdrawn',
    confirmation: ({ operands: [slug = ''] }) => `Take /announcements/${slug} back?`,
    run: async ({ database, operands: [slug = ''] }) => {
      await inTransaction(database, (tx) => withdrawAnnouncement(tx, slug, systemClock()));
      console.log(`/announcements/${slug} is gone. Publishing it again brings it back.`);
    },
  },
];

const ROOT = join(import.meta.dirname, '../..');

/** Each picture is a file that site processes show, in the proportions that the text says, or the text would move when it comes. */
async function requirePictures(draft: AnnouncementDraft, folder: string): Promise<void> {
  for (const [file, { pictures }] of referencesIn(draft)) {
    for (const { address, title } of pictures) {
      const path = join(folder, address.slice('/pictures/'.length));
      const fault = await pictureFault(path, title);
      if (fault !== undefined) throw new OperatorMistake(`${file}: ${address} ${fault}.`);
    }
  }
}

async function pictureFault(path: string, title: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return `is no file at ${path}: put it into PICTURES_DIR, of every site process`;
  if (found.size > LARGEST_PICTURE_BYTES) return `is larger than ${LARGEST_PICTURE_BYTES / 1024 / 1024} MB, and would not be shown`;
  const is = readSize(await readFile(path));
  if (is === undefined) return `is not a picture: ${path} cannot be read as one`;
  const says = pictureSize(title);
  // Written smaller than it is, a picture is sharp on every screen; a pixel's difference is rounding.
  const wanted = Math.round((is.height / is.width) * Number(says?.width));
  return Math.abs(wanted - Number(says?.height)) <= 1
    ? undefined
    : `is ${is.width}x${is.height}, which has other proportions than ${title}`;
}

function readSize(content: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(content);
    // Turned by 90°, as phones do; browsers turn it back.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** A link to this site leads to a page that there is, or to an announcement that isn't withdrawn. */
async function requirePages(tx: Transaction, draft: AnnouncementDraft, siteUrl: string): Promise<void> {
  const pages = await listPages();
  for (const [file, { links }] of referencesIn(draft)) {
    for (const link of links) {
      const url = new URL(link);
      if (url.origin !== new URL(siteUrl).origin) continue;
      const { path } = splitLocalePath(decodeURI(url.pathname));
      const slug = /^\/announcements\/([a-z0-9-]+)$/.exec(path)?.[1];
      const isThere =
        slug === undefined ? pages.has(path) || isFile(path) : slug === draft.slug || (await isPublished(tx, slug)) || pages.has(path);
      if (!isThere) throw new OperatorMistake(`${file}: ${link} leads to no page of this site.`);
    }
  }
}

function referencesIn({ texts }: AnnouncementDraft): [string, References][] {
  return Object.entries(texts).map(([code, { title, summary, body }]) => [`${code}.md`, referencesOf([title, summary, body].join('\n\n'))]);
}

async function isPublished(tx: Transaction, slug: string): Promise<boolean> {
  const [found] = await tx
    .select({ withdrawnAt: announcement.withdrawnAt })
    .from(announcementSlug)
    .innerJoin(announcement, eq(announcement.id, announcementSlug.announcementId))
    .where(eq(announcementSlug.slug, slug));
  return found !== undefined && found.withdrawnAt === null;
}

/** As the site's sources name them: `[...locale]/profile/team.astro` is `/profile/team`. */
async function listPages(): Promise<ReadonlySet<string>> {
  const names = await readdir(join(ROOT, 'src/pages'), { recursive: true });
  const paths = names.filter((name) => /\.(astro|ts)$/.test(name) && !/\[slug\]|\b(404|500|offline)\.astro$/.test(name)).map(pathOf);
  return new Set([...paths, '/api/docs', '/api/openapi.json']);
}

function pathOf(name: string): string {
  const path = `/${name.replace(/^\[\.\.\.locale\]\//, '').replace(/\.(astro|ts)$/, '')}`;
  return path.replace(/\/index$/, '') || '/';
}

/** Of those that are served as they are. */
function isFile(path: string): boolean {
  return /^(\/[\w-]+)*\/[\w-]+\.\w+$/.test(path) && existsSync(join(ROOT, 'public', path));
}
