/** What people read a minute, in words as the language parts them; of Chinese and Japanese a word is two characters or less. */
const WORDS_A_MINUTE = 220;

/** How long a text takes to read, at least a minute. */
export function readingMinutes(markdown: string, tag: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(tag, { granularity: 'word' }).segment(markdown)) if (isWordLike === true) words += 1;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
