/** How a language joins texts that the code puts side by side. */
interface Punctuation {
  list: string;
  colon: string;
  brackets: readonly [string, string];
  /** Between two sentences, each with its own end. */
  sentences: string;
  /** Ends what has none of its own. */
  stop: string;
}

const WESTERN: Punctuation = { list: ', ', colon: ': ', brackets: [' (', ')'], sentences: ' ', stop: '.' };
const CHINESE: Punctuation = { list: '，', colon: '：', brackets: ['（', '）'], sentences: '', stop: '。' };
const BY_LANGUAGE: Readonly<Record<string, Punctuation>> = {
  zh: CHINESE,
  ja: { ...CHINESE, list: '、' },
  ko: { ...WESTERN, brackets: ['(', ')'] },
  // Thai has no full stop; a space ends a sentence.
  th: { ...WESTERN, list: ' ', stop: '' },
};

const ELIDED: Readonly<Record<string, string>> = {
  il: 'l’',
  Il: 'L’',
  al: 'all’',
  Al: 'All’',
  dal: 'dall’',
  del: 'dell’',
  nel: 'nell’',
  sul: 'sull’',
};

/** One after the other: `a, b`, `a、b`. */
export function joinList(parts: readonly string[], locale: string): string {
  return parts.join(punctuationOf(locale).list);
}

/** `name: value`, `name：value`. */
export function labelled(name: string, value: string, locale: string): string {
  return `${name}${punctuationOf(locale).colon}${value}`;
}

/** `text (note)`, `text（note）`. */
export function withAside(text: string, note: string, locale: string): string {
  const [opening, closing] = punctuationOf(locale).brackets;
  return `${text}${opening}${note}${closing}`;
}

/** Sentences in a row; one that has no end of its own is given one. */
export function joinSentences(sentences: readonly string[], locale: string): string {
  const { sentences: gap, stop } = punctuationOf(locale);
  return sentences.map((sentence) => (/[.!?…。！？]$/.test(sentence) ? sentence : sentence + stop)).join(gap);
}

/** What stands between a text and the figure after it: nothing after full-width punctuation, which has its own space. */
export function spaceAfter(text: string): string {
  return /[\u3000-\u303f\uff00-\uffef]$/.test(text) ? '' : ' ';
}

/** What stands between a figure and its unit: nothing before a Japanese word, unlike before `JUF`. */
export function spaceBefore(unit: string): string {
  return /^[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(unit) ? '' : '\u00a0';
}

function punctuationOf(locale: string): Punctuation {
  return BY_LANGUAGE[locale.slice(0, 2)] ?? WESTERN;
}

/** `il 8%` is `l’8%` in Italian, and `del 11%` `dell’11%`: the article changes before a figure that is read with a vowel first. */
export function elideArticles(text: string): string {
  return text.replace(
    /\b(il|al|dal|del|nel|sul) (?=(?:8[\d.]*|1|11(?:\.\d{3})?)(?![\d.]))/gi,
    (_, article: string) => ELIDED[article] ?? '',
  );
}
