import { languageCodes, type LanguageCode } from './language-codes.ts';

/** The language of an on-demand page's `[...locale]`. English has no segment; undefined for anything that isn't one of the others. */
export function readLocaleParam(param: string | undefined): LanguageCode | undefined {
  if (param === undefined) return 'en';
  return languageCodes.find((code) => code === param && code !== 'en');
}
