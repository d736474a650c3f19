import { isEmptyText } from '../lib/emptiness.ts';
import { parseLanguage, type LanguageCode } from '../lib/i18n/language-codes.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The language the page should be in. With nothing stored the address decides, so that a first-time visitor gets the link's language. */
export function languageForPage(ofAddress: LanguageCode): LanguageCode {
  const stored = deviceStorage.get(storageKeys.language);
  if (stored === null) return ofAddress;
  const language = isEmptyText(stored) ? undefined : parseLanguage(stored);
  if (language) return language;
  deviceStorage.set(storageKeys.language, 'en');
  return 'en';
}
