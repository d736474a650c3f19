import { parseLanguage } from '../../src/lib/i18n/language-codes.ts';
import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import type { Card } from '../cards/draw-card.ts';

/** The path of the page that a card belongs to: `/cards/th/announcements/fees.png` → `/th/announcements/fees`; undefined for any other address. */
export function pageOfCard(path: string): string | undefined {
  const [, code = '', rest = ''] = /^\/cards\/([a-z]{2})\/([a-z0-9-]+(?:\/[a-z0-9-]+)?)\.png$/.exec(path) ?? [];
  const language = parseLanguage(code);
  return language === undefined || language !== code ? undefined : localePath(language, rest === 'home' ? '/' : `/${rest}`);
}

/** The page's metadata for its card; undefined for pages that aren't indexed, which have none. */
export function cardOfPage(html: string, siteUrl: string): Card | undefined {
  const title = propertyOf(html, 'title');
  if (title === undefined) return undefined;
  return { title, summary: propertyOf(html, 'description') ?? '', language: languageOfCard(html), host: new URL(siteUrl).host };
}

function propertyOf(html: string, name: string): string | undefined {
  const found = new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
}

/** The texts' language: an article without a translation is shown in English on a page in another language. */
function languageOfCard(html: string): LanguageCode {
  const locale = propertyOf(html, 'locale')?.replace('_', '-');
  return languages.find((language) => language.locale === locale)?.code ?? 'en';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#38;': '&',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#\d+|[a-z]+);/g, (entity) => ENTITIES[entity] ?? entity);
}
