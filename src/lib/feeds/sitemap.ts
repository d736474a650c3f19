import { languages, type LanguageCode } from '../i18n/languages.ts';
import { localePath } from '../i18n/locale-path.ts';
import { escapeXml } from './escape-xml.ts';

export interface SitemapPage {
  /** Without its locale segment. */
  path: string;
  /** In which it can be read. */
  languages: readonly LanguageCode[];
  changedAt?: string;
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

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
