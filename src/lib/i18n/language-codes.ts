/**
 * The code is the URL segment (English has none) and the stored value. Separate from `languages.ts` because the head script needs nothing
 * else.
 */
export const languageCodes = ['en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de'] as const;

export type LanguageCode = (typeof languageCodes)[number];

/** Parses a stored or requested code; `bm` means Indonesian, unknown codes return undefined. */
export function parseLanguage(stored: string): LanguageCode | undefined {
  return languageCodes.find((code) => code === (stored === 'bm' ? 'id' : stored));
}
