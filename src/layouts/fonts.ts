import type { LanguageCode } from '../lib/i18n/languages.ts';
import latin from '../styles/fonts/archivo-latin.woff2?url';
import vietnamese from '../styles/fonts/archivo-vietnamese.woff2?url';
import rules from '../styles/fonts.css?inline';

/** The rules of the site's own font. */
export const fontRules = rules;

/** The addresses of the font's files that pages of a language use. */
export function fontsOf(language: LanguageCode): string[] {
  return language === 'vn' ? [latin, vietnamese] : [latin];
}
