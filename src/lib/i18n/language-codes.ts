/** URL segment (English has none) and stored value. Apart from `languages.ts`, because the script of the head needs no more than this. */
export const languageCodes = ['en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de'] as const;

export type LanguageCode = (typeof languageCodes)[number];

/** Reads a stored or requested code; `bm` counts as Indonesian, anything unknown as undefined. */
export function parseLanguage(stored: string): LanguageCode | undefined {
  return languageCodes.find((code) => code === (stored === 'bm' ? 'id' : stored));
}
