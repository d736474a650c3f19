import type { LanguageCode } from '../lib/i18n/language-codes.ts';
import { keptLanguage } from '../lib/storage/settings.ts';

/** The language the page should be in. With nothing stored the address decides, so that a first-time visitor gets the link's language. */
export function languageForPage(ofAddress: LanguageCode): LanguageCode {
  const language = keptLanguage.get();
  // What was no language is English from now on.
  if (language === 'en') keptLanguage.set(language);
  return language ?? ofAddress;
}
