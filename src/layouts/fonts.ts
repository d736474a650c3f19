import type { LanguageCode } from '../lib/i18n/languages.ts';
import latin from '../styles/fonts/archivo-latin.woff2?url';
import vietnamese from '../styles/fonts/archivo-vietnamese.woff2?url';
import swap from '../styles/fonts.css?inline';

/** The rules of the site's own font, by what a text does that was drawn before the font is there (CSS Fonts 4, `font-display`). */
export const fontStyles = { swap, optional: swap.replaceAll(/font-display:\s*swap/g, 'font-display:optional') } as const;

/** The addresses of the font's files that pages of a language use. */
export function fontsOf(language: LanguageCode): string[] {
  return language === 'vn' ? [latin, vietnamese] : [latin];
}
