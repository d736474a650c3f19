import { readFileSync } from 'node:fs';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type announcements from '../../../public/locales/en/announcements.json';
import type common from '../../../public/locales/en/common.json';
import type info from '../../../public/locales/en/info.json';

interface Texts {
  announcements: typeof announcements;
  common: typeof common;
  info: typeof info;
}

/** The texts of an area in a language; all languages have the same keys. */
export function textsOf<Area extends keyof Texts>(code: LanguageCode, area: Area): Texts[Area] {
  const file = new URL(`../../../public/locales/${code}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts[Area];
}
