/** A whole number, its thousands always grouped: `Intl` alone leaves 1000 as it is in Italian, beside 10.000. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: true }).format(count);
}

/** Short, for a chart's axis: `5K`, `5.000`. */
export function formatTick(value: number, locale: string): string {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', useGrouping: true }).format(value);
  // Vietnamese readers know K, and no N.
  return short.replace(/\sN$/, 'K');
}

/** Singular and plural of a text. English, Italian and German differ; our other languages use one form. */
export interface PluralForms {
  one: string;
  other: string;
}

/** Italian also has a category for whole millions, whose nouns take the ordinary plural. */
export function pluralForm({ one, other }: PluralForms, count: number, locale: string): string {
  return new Intl.PluralRules(locale).select(count) === 'one' ? one : other;
}
