import { persistentAtom } from '@nanostores/persistent';
import { parseLanguage, type LanguageCode } from '../lib/i18n/language-codes.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

/**
 * The language chosen on this device; undefined before any choice, in which case the address decides. No other language state is stored.
 */
export const $language = persistentAtom<LanguageCode | undefined>(storageKeys.language, undefined, {
  encode: (language) => language,
  decode: (text) => parseLanguage(text) ?? 'en',
});
