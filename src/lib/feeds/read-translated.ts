import { announcementList } from '../api/contract/dashboard.ts';
import { createPageClient, type PageClientOptions } from '../api/page-client.ts';
import { languages } from '../i18n/languages.ts';
import type { SitemapPage } from './sitemap.ts';

const PAGE_SIZE = 100;
/** A sitemap holds 50,000 addresses at most: ten for each announcement. */
const MOST_PAGES = 50;

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
