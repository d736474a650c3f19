import type { Announcement } from '../api/contract/dashboard.ts';
import { languageOf } from '../i18n/languages.ts';

/** schema.org's NewsArticle, as JSON that may stand in a script element: only `<` could end that early. */
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
    image: new URL('/og.png', page.site).href,
    author: { '@type': 'Organization', name: page.publisher, url: page.site },
    publisher: { '@type': 'Organization', name: page.publisher, url: page.site },
  };
  return JSON.stringify(article).replaceAll('<', '\\u003c');
}
