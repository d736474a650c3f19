/** The code is the URL segment (English has none) and the stored value. */
export const languageCodes = ['en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de'] as const;

export type LanguageCode = (typeof languageCodes)[number];

/** A language of the site. `code` is the URL segment and the stored value, `tag` the BCP 47 tag, `locale` the locale for `Intl`. */
export interface Language {
  label: string;
  code: LanguageCode;
  locale: string;
  direction: 'ltr';
  tag: string;
}

export const languages: readonly Language[] = [
  { label: 'English', code: 'en', locale: 'en-GB', direction: 'ltr', tag: 'en' },
  { label: '简体中文', code: 'zh', locale: 'zh-CN', direction: 'ltr', tag: 'zh-Hans' },
  { label: '繁體中文', code: 'tw', locale: 'zh-TW', direction: 'ltr', tag: 'zh-Hant' },
  { label: 'Bahasa Indonesia', code: 'id', locale: 'id-ID', direction: 'ltr', tag: 'id' },
  { label: 'Tiếng Việt', code: 'vn', locale: 'vi-VN', direction: 'ltr', tag: 'vi' },
  { label: 'ไทย', code: 'th', locale: 'th-TH', direction: 'ltr', tag: 'th' },
  { label: '한국어', code: 'kr', locale: 'ko-KR', direction: 'ltr', tag: 'ko' },
  { label: '日本語', code: 'jp', locale: 'ja-JP', direction: 'ltr', tag: 'ja' },
  { label: 'Italiano', code: 'it', locale: 'it-IT', direction: 'ltr', tag: 'it' },
  { label: 'Deutsch', code: 'de', locale: 'de-DE', direction: 'ltr', tag: 'de' },
];

/** The language of a code; English if the code is unknown. */
export function languageOf(code: string): Language {
  const [english] = languages;
  const language = languages.find((entry) => entry.code === code) ?? english;
  if (!language) throw new Error('there is no language');
  return language;
}

/** Parses a stored or requested code; `bm` means Indonesian, unknown codes return undefined. */
export function parseLanguage(stored: string): LanguageCode | undefined {
  return languageCodes.find((code) => code === (stored === 'bm' ? 'id' : stored));
}
