import { announcementList } from '../api/contract/dashboard.ts';
import { createPageClient, type PageClientOptions } from '../api/page-client.ts';
import { type LanguageCode, languages } from '../i18n/languages.ts';
import { localePath } from '../i18n/locale-path.ts';
import { escapeXml } from './escape-xml.ts';

interface SitemapPage {
  /** Without its locale segment. */
  path: string;
  /** In which it can be read. */
  languages: readonly LanguageCode[];
  changedAt?: string;
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const PAGE_SIZE = 100;
/** A sitemap holds 50,000 addresses at most: ten for each announcement. */
const MOST_PAGES = 50;

/** One address for each page and language, each naming all the others (sitemaps.org 0.9, with hreflang as search engines read it). */
export function sitemap(pages: readonly SitemapPage[], site: URL): string {
  const addresses = pages.flatMap((page) => page.languages.map((code) => addressElement(page, code, site)));
  return `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join('\n')}\n</urlset>\n`;
}

export function sitemapIndex(paths: readonly string[], site: URL): string {
  const maps = paths.map((path) => `<sitemap><loc>${escapeXml(new URL(path, site).href)}</loc></sitemap>`);
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${maps.join('\n')}\n</sitemapindex>\n`;
}

function addressElement({ path, languages: readIn, changedAt }: SitemapPage, language: LanguageCode, site: URL): string {
  const whole = (code: LanguageCode): string => escapeXml(new URL(localePath(code, path), site).href);
  const link = (hreflang: string, code: LanguageCode): string =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${whole(code)}"/>`;
  const alternates = languages.filter(({ code }) => readIn.includes(code)).map(({ code, tag }) => link(tag, code));
  const lastChange = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
  return `<url><loc>${whole(language)}</loc>${lastChange}${alternates.join('')}${link('x-default', readIn[0] ?? 'en')}</url>`;
}

/** Each announcement with the languages it can be read in; null where they could not all be read. */
export async function readTranslated(api: PageClientOptions['api']): Promise<SitemapPage[] | null> {
  const found = new Map<string, SitemapPage & { languages: SitemapPage['languages'][number][] }>();
  for (const { code: language } of languages) {
    const client = createPageClient({ language, api });
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      const answer = await client.read(announcementList, { page, size: PAGE_SIZE });
      if (!answer.ok) return null;
      pages = answer.data.totalPages;
      for (const { slug, updatedAt, language: shown } of answer.data.announcementList) {
        const entry = found.get(slug) ?? { path: `/announcements/${slug}`, languages: [], changedAt: updatedAt };
        if (shown === language) entry.languages.push(language);
        found.set(slug, entry);
      }
    }
  }
  return [...found.values()];
}
