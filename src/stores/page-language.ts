import { type LanguageCode, parseLanguage } from '../lib/i18n/languages.ts';
import { keptLanguage } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/** The language this page is written in; choosing one for later pages doesn't change it. */
export function pageLanguage(): LanguageCode {
  if (typeof document === 'undefined') return 'en';
  return parseLanguage(document.documentElement.dataset.language ?? '') ?? 'en';
}

/**
 * The language chosen on this device; undefined before any choice, in which case the address decides. No other language state is stored.
 */
export const $language = storeOf(keptLanguage, undefined);
