/** A text in singular and plural. English, Italian and German tell the two apart; our other languages write them alike. */
export interface PluralForms {
  one: string;
  other: string;
}

/** Italian also has a category for whole millions, which its nouns write as any other plural. */
export function pluralForm({ one, other }: PluralForms, count: number, locale: string): string {
  return new Intl.PluralRules(locale).select(count) === 'one' ? one : other;
}
