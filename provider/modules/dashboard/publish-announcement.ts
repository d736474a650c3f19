import { and, count, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import { PICTURE_ADDRESS, pictureSize, referencesOf } from '../../../src/lib/announcements/references.ts';
import { type LanguageCode, languages } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import type { Services } from '../../provider-services.ts';
import { requirePlainText } from '../../require-plain-text.ts';
import { announcement, type AnnouncementCategory, announcementSlug, announcementTranslation } from './schema.ts';

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

/** A text in several languages, always including English. */
export type Translated<Text> = { en: Text } & Partial<Record<LanguageCode, Text>>;

/** The translation in the reader's language, or the English text. */
export function pickTranslation<Row extends { language: LanguageCode }>(rows: readonly Row[], language: LanguageCode): Row {
  const row = rows.find((candidate) => candidate.language === language) ?? rows.find((candidate) => candidate.language === 'en');
  if (row === undefined) throw new Error('a text was published without English');
  return row;
}

/** One row per available language. */
export function translationRows<Text>(texts: Translated<Text>): { language: LanguageCode; text: Text }[] {
  return (Object.entries(texts) as [LanguageCode, Text | undefined][]).flatMap(([language, text]) =>
    text === undefined ? [] : [{ language, text }],
  );
}

interface AnnouncementQuery {
  page: number;
  size: number;
  category?: AnnouncementCategory | undefined;
  slug?: string | undefined;
}

interface AnnouncementRow {
  id: string;
  slug: string;
  title: string;
  summary: string;
  body: string;
  category: AnnouncementCategory;
  pinned: boolean;
  publishedAt: string;
  updatedAt: string;
  language: LanguageCode;
}

interface AnnouncementPage {
  announcementList: AnnouncementRow[];
  totalPages: number;
  totalElements: number;
  movedTo?: string;
  gone?: true;
}

/** GET /dashboard/announcementList: pinned first, then newest first. The id breaks ties, so that no row appears on two pages. */
export async function listAnnouncements(services: Services, query: AnnouncementQuery, language: LanguageCode): Promise<AnnouncementPage> {
  if (query.slug !== undefined) return findBySlug(services, { ...query, slug: query.slug }, language);
  return listPage(services, query, isListed(services, query), language);
}

/** GET /dashboard/announcementSearch, an extension: in the same order. */
export async function searchAnnouncements(
  services: Services,
  { text, ...query }: Omit<AnnouncementQuery, 'slug'> & { text: string },
  language: LanguageCode,
): Promise<AnnouncementPage> {
  return listPage(services, query, and(isListed(services, query), holdsText(text, language)), language);
}

/** Searches the text the reader would see: the translation if there is one, else English. `strpos`, so that no character acts as a wildcard. */
function holdsText(text: string, language: LanguageCode): SQL {
  return sql`exists (
    select from announcement_translation t
     where t.announcement_id = ${announcement.id}
       and t.language = (select language from announcement_translation
                          where announcement_id = ${announcement.id} and language in (${language}, 'en')
                          order by (language = ${language}) desc limit 1)
       and strpos(lower(concat_ws(E'\\n', t.title, t.summary, t.body)), lower(${text})) > 0)`;
}

function isListed({ clock }: Services, { category }: Pick<AnnouncementQuery, 'category'>): SQL | undefined {
  return and(
    isNull(announcement.withdrawnAt),
    lte(announcement.publishedAt, clock()),
    category === undefined ? undefined : eq(announcement.category, category),
  );
}

async function findBySlug(
  services: Services,
  query: AnnouncementQuery & { slug: string },
  language: LanguageCode,
): Promise<AnnouncementPage> {
  const { database, clock } = services;
  const [found] = await database
    .select({ id: announcement.id, isCurrent: announcementSlug.isCurrent, withdrawnAt: announcement.withdrawnAt })
    .from(announcementSlug)
    .innerJoin(announcement, eq(announcement.id, announcementSlug.announcementId))
    .where(and(eq(announcementSlug.slug, query.slug), lte(announcement.publishedAt, clock())));
  if (found === undefined) return { announcementList: [], totalPages: 0, totalElements: 0 };
  if (found.withdrawnAt !== null) return { announcementList: [], totalPages: 0, totalElements: 0, gone: true };
  const isWanted = and(eq(announcement.id, found.id), query.category === undefined ? undefined : eq(announcement.category, query.category));
  const page = await listPage(services, query, isWanted, language);
  const [current] = page.announcementList;
  return found.isCurrent || current === undefined ? page : { ...page, movedTo: current.slug };
}

async function listPage(
  { database }: Services,
  { page, size }: AnnouncementQuery,
  condition: ReturnType<typeof and>,
  language: LanguageCode,
): Promise<AnnouncementPage> {
  const [total] = await database.select({ rows: count() }).from(announcement).where(condition);
  const rows = await database
    .select({ announcement, slug: announcementSlug.slug })
    .from(announcement)
    .innerJoin(announcementSlug, and(eq(announcementSlug.announcementId, announcement.id), eq(announcementSlug.isCurrent, true)))
    .where(condition)
    .orderBy(desc(announcement.pinned), desc(announcement.publishedAt), desc(announcement.id))
    .limit(size)
    .offset((page - 1) * size);
  const ids = rows.map((row) => row.announcement.id);
  const texts =
    ids.length === 0
      ? []
      : await database
          .select()
          .from(announcementTranslation)
          .where(and(inArray(announcementTranslation.announcementId, ids), inArray(announcementTranslation.language, [language, 'en'])));
  const announcementList = rows.map((row): AnnouncementRow => {
    const own = texts.filter(({ announcementId }) => announcementId === row.announcement.id);
    const { title, summary, body, language: shown } = pickTranslation(own, language);
    const { id, category, pinned, publishedAt, updatedAt } = row.announcement;
    const times = { publishedAt: publishedAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return { id, slug: row.slug, title, summary, body, category, pinned, ...times, language: shown };
  });
  const totalElements = total?.rows ?? 0;
  return { announcementList, totalPages: Math.ceil(totalElements / size), totalElements };
}
