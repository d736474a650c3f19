/** Singular and plural of a text. English, Italian and German differ; our other languages use one form. */
export interface PluralForms {
  one: string;
  other: string;
}

/** Italian also has a category for whole millions, whose nouns take the ordinary plural. */
export function pluralForm({ one, other }: PluralForms, count: number, locale: string): string {
  return new Intl.PluralRules(locale).select(count) === 'one' ? one : other;
}
