import type { LanguageCode } from './i18n/language-codes.ts';

/** Where the picture is that others show with a link to a page; the server draws it from what the page says of itself. */
export function cardPath(language: LanguageCode, path: string): string {
  return `/cards/${language}${path === '/' ? '/home' : path}.png`;
}
