import { languageOf, type LanguageCode } from '../../src/lib/i18n/languages.ts';

const DAY_MS = 86_400_000;

/** Replaces `{date:+5}` in a development text with the date five days from now, in the language's format. */
export function fillDates(text: string, language: LanguageCode, now: Date): string {
  const format = new Intl.DateTimeFormat(languageOf(language).locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return text.replace(/\{date:\+(\d+)\}/g, (_, days: string) => format.format(new Date(now.getTime() + Number(days) * DAY_MS)));
}
