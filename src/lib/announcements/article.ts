import type { Announcement } from '../api/contract/dashboard.ts';
import { cardPath, scriptJson } from '../structured-data.ts';
import { languageOf } from '../i18n/languages.ts';

/** Words read per minute, as the language segments them; in Chinese and Japanese a word has two characters or fewer. */
const WORDS_A_MINUTE = 220;

/** With fewer sections, a table of contents isn't worth its space. */
const FEWEST = 3;

/** The listed announcements published just before and just after. */
export function neighbours(
  slug: string,
  listed: readonly Announcement[],
): { older: Announcement | undefined; newer: Announcement | undefined } {
  const byTime = listed.toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  const place = byTime.findIndex((announcement) => announcement.slug === slug);
  return place === -1 ? { older: undefined, newer: undefined } : { older: byTime[place + 1], newer: byTime[place - 1] };
}

/** A text's reading time, at least a minute. */
export function readingMinutes(markdown: string, tag: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(tag, { granularity: 'word' }).segment(markdown)) if (isWordLike === true) words += 1;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

export interface Article {
  html: string;
  /** The sections of a long text, for a table of contents; empty if there are few. `title` is HTML without elements. */
  contents: { id: string; title: string }[];
}

/** Adds ids to the headings of `renderMarkdown`'s result, as link targets. */
export function withContents(html: string): Article {
  const contents: Article['contents'] = [];
  const named = html.replace(/<h2>([\s\S]*?)<\/h2>/g, (_, inner: string) => {
    const id = `part-${contents.length + 1}`;
    contents.push({ id, title: inner.replace(/<[^>]*>/g, '') });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return contents.length < FEWEST ? { html, contents: [] } : { html: named, contents };
}

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
