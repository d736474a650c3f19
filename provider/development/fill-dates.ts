import { languageOf, type LanguageCode } from '../../src/lib/i18n/languages.ts';

const DAY_MS = 86_400_000;

/** Writes real dates where a development text says `{date:+5}`: five days from now, as the language writes it. */
export function fillDates(text: string, language: LanguageCode, now: Date): string {
  const format = new Intl.DateTimeFormat(languageOf(language).locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return text.replace(/\{date:\+(\d+)\}/g, (_, days: string) => format.format(new Date(now.getTime() + Number(days) * DAY_MS)));
}
