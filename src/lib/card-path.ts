import type { LanguageCode } from './i18n/language-codes.ts';

/** The address of the picture that other sites show with a link to a page. The server draws it from the page's own metadata. */
export function cardPath(language: LanguageCode, path: string): string {
  return `/cards/${language}${path === '/' ? '/home' : path}.png`;
}
