/** Words read per minute, as the language segments them; in Chinese and Japanese a word has two characters or fewer. */
const WORDS_A_MINUTE = 220;

/** A text's reading time, at least a minute. */
export function readingMinutes(markdown: string, tag: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(tag, { granularity: 'word' }).segment(markdown)) if (isWordLike === true) words += 1;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
