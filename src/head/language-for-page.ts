import { isEmptyText } from '../lib/emptiness.ts';
import { parseLanguage, type LanguageCode } from '../lib/i18n/language-codes.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The language a page should stand in. With nothing stored the address decides, so that a first visitor gets the language of the link. */
export function languageForPage(ofAddress: LanguageCode): LanguageCode {
  const stored = deviceStorage.get(storageKeys.language);
  if (stored === null) return ofAddress;
  const language = isEmptyText(stored) ? undefined : parseLanguage(stored);
  if (language) return language;
  deviceStorage.set(storageKeys.language, 'en');
  return 'en';
}
