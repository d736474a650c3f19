import { keptLanguage } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/**
 * The language chosen on this device; undefined before any choice, in which case the address decides. No other language state is stored.
 */
export const $language = storeOf(keptLanguage, undefined);
