import type { AnnouncementCategory } from '../api/contract/dashboard.ts';
import { renderMarkdown } from '../announcements/render-markdown.ts';
import { languageOf, type LanguageCode } from '../i18n/languages.ts';
import { localePath } from '../i18n/locale-path.ts';
import { translator } from '../i18n/translator.ts';

/** A feed's metadata in one language, with absolute addresses. */
export interface FeedPage {
  tag: string;
  title: string;
  description: string;
  site: string;
  /** The page that the feed is of. */
  list: string;
  atom: string;
  json: string;
  addressOf: (slug: string) => string;
  /** An announcement's body with whole addresses, for readers that don't know the site. */
  htmlOf: (body: string) => string;
  categoryOf: (category: AnnouncementCategory) => string;
}

export function feedPage(language: LanguageCode, site: URL): FeedPage {
  const t = translator(language, 'announcements');
  const whole = (path: string): string => new URL(localePath(language, path), site).href;
  return {
    tag: languageOf(language).tag,
    title: `${t('title')} · JuFi`,
    description: t('description'),
    site: new URL('/', site).href,
    list: whole('/announcements'),
    atom: whole('/announcements/feed.xml'),
    json: whole('/announcements/feed.json'),
    htmlOf: (body) => renderMarkdown(body).replaceAll('<img src="/', `<img src="${new URL('/', site).href}`),
    addressOf: (slug) => whole(`/announcements/${slug}`),
    categoryOf: (category) => t(`categories.${category}`),
  };
}
