import { and, count, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Services } from '../../provider-services.ts';
import { announcement, type AnnouncementCategory, announcementSlug, announcementTranslation } from './schema.ts';
import { pickTranslation } from './translated.ts';

export interface AnnouncementQuery {
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

export interface AnnouncementPage {
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
