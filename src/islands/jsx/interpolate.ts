import { verbatim } from './kept-text.ts';

/** Placeholders whose values are partly words; their figures are kept all the same. */
const WORDS: ReadonlySet<string> = new Set(['act', 'date', 'days', 'kind', 'reason', 'time', 'what']);

/**
 * The `interpolate` of what React draws: translators leave names, codes and amounts in a sentence as they are. It shares nothing with the other one, which would
 * then come with React to pages that need neither.
 */
export function interpolate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
    const value = String(values[name] ?? placeholder);
    return WORDS.has(name) || value === placeholder ? value : verbatim(value);
  });
}
