import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const keys = z.array(z.string()).default([]);
const pattern = z.string().transform((source) => new RegExp(source, 'iu'));

const wordRules = z.strictObject({
  /** Words that must not appear. `say` is what to write instead; `except` are keys, or beginnings of keys that end in `*`. */
  never: z.array(z.strictObject({ word: pattern, say: z.string(), only: keys, except: keys })).default([]),
  /** One word for one concept: wherever the English text matches `english`, this language's text matches `say`. */
  terms: z.array(z.strictObject({ english: pattern, say: pattern, only: keys, except: keys })).default([]),
  /** Units of this language that a number must not be parted from, beside tokens and currencies. */
  units: z.array(z.string()).default([]),
  /** Matches what says that nothing happened, so that it isn't said twice where one text is appended to another. */
  reassurance: pattern,
  /** Between Chinese or Japanese letters and Latin ones or digits. */
  cjkSpacing: z.enum(['always', 'never']).optional(),
  /** Most words in a sentence, for languages that part words by spaces. */
  longestSentence: z.strictObject({ words: z.number().int(), except: keys }).optional(),
});

export type WordRules = z.infer<typeof wordRules>;

/** The rules that `docs/words/{code}.md` explains; undefined for a language that has none yet. */
export function readWordRules(code: string): WordRules | undefined {
  const file = new URL(`../../docs/words/${code}.json`, import.meta.url);
  return existsSync(file) ? wordRules.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
