import { parseLanguage, type LanguageCode } from '../lib/i18n/languages.ts';

/** The language this page is written in; choosing one for later pages doesn't change it. */
export function pageLanguage(): LanguageCode {
  if (typeof document === 'undefined') return 'en';
  return parseLanguage(document.documentElement.dataset.language ?? '') ?? 'en';
}
