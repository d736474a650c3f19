import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';

/** A text in several languages, always including English. */
export type Translated<Text> = { en: Text } & Partial<Record<LanguageCode, Text>>;

/** The translation in the reader's language, or the English text. */
export function pickTranslation<Row extends { language: LanguageCode }>(rows: readonly Row[], language: LanguageCode): Row {
  const row = rows.find((candidate) => candidate.language === language) ?? rows.find((candidate) => candidate.language === 'en');
  if (row === undefined) throw new Error('a text was published without English');
  return row;
}

/** One row per available language. */
export function translationRows<Text>(texts: Translated<Text>): { language: LanguageCode; text: Text }[] {
  return (Object.entries(texts) as [LanguageCode, Text | undefined][]).flatMap(([language, text]) =>
    text === undefined ? [] : [{ language, text }],
  );
}
