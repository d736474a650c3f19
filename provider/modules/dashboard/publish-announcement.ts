import { and, eq } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import { PICTURE_ADDRESS, pictureSize, referencesOf } from '../../../src/lib/announcements/references.ts';
import { type LanguageCode, languages } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import { requirePlainText } from '../../require-plain-text.ts';
import { announcement, type AnnouncementCategory, announcementSlug, announcementTranslation } from './schema.ts';
import { type Translated, translationRows } from './translated.ts';

export interface AnnouncementText {
  title: string;
  summary: string;
  body: string;
}

export interface AnnouncementDraft {
  slug: string;
  category: AnnouncementCategory;
  pinned: boolean;
  texts: Translated<AnnouncementText>;
}

/** Publishes an announcement, or updates the one with this slug: text and flags change, the date doesn't. */
export async function publishAnnouncement(tx: Transaction, draft: AnnouncementDraft, now: Date): Promise<{ id: string; isNew: boolean }> {
  const [known] = await tx.select().from(announcementSlug).where(eq(announcementSlug.slug, draft.slug)).for('update');
  const id = known?.announcementId ?? v7({ msecs: now.getTime() });
  const marks = { category: draft.category, pinned: draft.pinned, updatedAt: now, withdrawnAt: null };
  if (known === undefined) {
    await tx.insert(announcement).values({ id, ...marks, publishedAt: now });
    await tx.insert(announcementSlug).values({ slug: draft.slug, announcementId: id, isCurrent: true });
  } else {
    await tx.update(announcement).set(marks).where(eq(announcement.id, id));
    await tx.delete(announcementTranslation).where(eq(announcementTranslation.announcementId, id));
  }
  const rows = translationRows(draft.texts).map(({ language, text }) => ({ announcementId: id, language, ...text }));
  await tx.insert(announcementTranslation).values(rows);
  return { id, isNew: known === undefined };
}

/** Gives an announcement a new slug. The old one keeps redirecting to it and is never reused. */
export async function moveAnnouncement(tx: Transaction, from: string, to: string): Promise<void> {
  const id = await findCurrent(tx, from);
  await tx.update(announcementSlug).set({ isCurrent: false }).where(eq(announcementSlug.slug, from));
  await tx.insert(announcementSlug).values({ slug: to, announcementId: id, isCurrent: true });
}

/** Withdraws an announcement: lists omit it, and its address says that it's gone. */
export async function withdrawAnnouncement(tx: Transaction, slug: string, now: Date): Promise<void> {
  const id = await findCurrent(tx, slug);
  await tx.update(announcement).set({ withdrawnAt: now, updatedAt: now }).where(eq(announcement.id, id));
}

async function findCurrent(tx: Transaction, slug: string): Promise<string> {
  const [found] = await tx
    .select({ id: announcementSlug.announcementId })
    .from(announcementSlug)
    .where(and(eq(announcementSlug.slug, slug), eq(announcementSlug.isCurrent, true)))
    .for('update');
  if (found === undefined) throw new OperatorMistake(`No announcement has the address ${slug} now.`);
  return found.id;
}

const marksSchema = z.strictObject({
  slug: z
    .string()
    .max(120)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  category: z.enum(['NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT']),
  pinned: z.boolean(),
});

/**
 * An announcement as an operator writes it: a folder with `announcement.json` (slug, category, pinned) and one Markdown file per language, `{code}.md`,
 * whose first block is the title (`# …`), the second the summary and the rest the body. English is required.
 */
export async function readAnnouncementFolder(folder: string): Promise<AnnouncementDraft> {
  const marks = marksSchema.parse(JSON.parse(await readFile(join(folder, 'announcement.json'), 'utf8')));
  const names = await readdir(folder);
  const stranger = names.find((name) => name.endsWith('.md') && !languages.some(({ code }) => name === `${code}.md`));
  if (stranger !== undefined) throw new Error(`${stranger} is named after none of the languages`);
  const texts = new Map<LanguageCode, AnnouncementText>();
  for (const { code } of languages) {
    if (names.includes(`${code}.md`))
      texts.set(code, parseText(await readFile(join(folder, `${code}.md`), 'utf8'), `${folder}/${code}.md`));
  }
  const english = texts.get('en');
  if (english === undefined) throw new Error(`${folder} lacks en.md`);
  return { ...marks, texts: { ...Object.fromEntries(texts), en: english } };
}

function parseText(markdown: string, file: string): AnnouncementText {
  const text = requirePlainText(markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), file, true);
  const [heading = '', summary = '', ...blocks] = text.trim().split(/\n{2,}/);
  const title = /^# (.+)$/.exec(heading)?.[1];
  if (title === undefined || summary === '' || blocks.length === 0) throw new Error(`${file} needs "# title", a summary and a body`);
  const { pictures, links } = referencesOf(text);
  // Readers would see its description alone: it isn't the operator's own, or lacks its size.
  const lost = pictures.find((picture) => !PICTURE_ADDRESS.test(picture.address) || pictureSize(picture.title) === undefined);
  if (lost !== undefined)
    throw new Error(
      `${file}: ${lost.asWritten} is not shown; pictures are written ![what it shows](/pictures/name.png "1200x675"), with their width and height`,
    );
  const broken = links.find((link) => !/^https?:\/\//i.test(link) || !URL.canParse(link));
  if (broken !== undefined) throw new Error(`${file}: ${broken} is no link for readers; links are written whole, [what](https://…)`);
  return { title, summary, body: blocks.join('\n\n') };
}
