import type { Announcement } from '../api/contract/dashboard.ts';
import { cardPath } from '../card-path.ts';
import { languageOf } from '../i18n/languages.ts';
import { scriptJson } from '../structured-data.ts';

/** schema.org's NewsArticle. */
export function newsArticle(announcement: Announcement, page: { url: string; publisher: string; site: string }): string {
  const article = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: announcement.title,
    description: announcement.summary,
    datePublished: announcement.publishedAt,
    dateModified: announcement.updatedAt,
    inLanguage: languageOf(announcement.language).tag,
    mainEntityOfPage: page.url,
    image: new URL(cardPath(announcement.language, `/announcements/${announcement.slug}`), page.site).href,
    author: { '@type': 'Organization', name: page.publisher, url: page.site },
    publisher: { '@type': 'Organization', name: page.publisher, url: page.site },
  };
  return scriptJson(article);
}
