/** A stretch of a text. What is kept, no translator may change: a wrong figure is worse than an untranslated one. */
export interface Stretch {
  text: string;
  isKept: boolean;
}

/** An amount of a token or of dollars. */
const AMOUNT = /\p{N}[\s\u00A0]*(?:W?JUF?|USDT|US\$)|US\$[\s\u00A0]*[+−-]?\p{N}/u;

/** What marks it as an amount, which a member may hide (`src/styles/parts/amounts.css`). */
export function markOf(text: string): { 'data-amount'?: '' } {
  return AMOUNT.test(text) ? { 'data-amount': '' } : {};
}

/** Unicode reserves these noncharacters for use inside one program; no font, form or wire has them (Unicode 16, section 23.7). */
const [START, END] = ['\uFDEE', '\uFDEF'];
const MARKED = new RegExp(`${START}([^${END}]*)${END}`);
const MARKS = new RegExp(`[${START}${END}]`, 'g');
/** What stands together with figures: Latin letters as in `0x5a…` and `JUF`, signs, and the spaces that don't break. */
const RUN = /([\p{Script=Latin}\p{N}\p{Sc}%‰.,:;/'’…·+−–×#°_@<≈\u00A0\u202F-]+)/u;
/** Two dashes stand for figures to come, which take their element. */
const KEPT = /\p{N}|––|(?<![\p{L}-])(?:W?JUF?|USDT|JuFi|JuChain|UID)(?![\p{L}-])/u;

/** Marks text without figures that is kept all the same, such as a name. Only the JSX runtime gets to see the marks. */
export function verbatim(text: string): string {
  return text === '' || text.includes(START) ? text : START + text + END;
}

/** For attributes, which nobody translates. */
export function withoutMarks(text: string): string {
  return text.includes(START) ? text.replace(MARKS, '') : text;
}

export function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (part: string, isKept: boolean): void => {
    const last = stretches.at(-1);
    if (part === '') return;
    if (last?.isKept === isKept) last.text += part;
    else stretches.push({ text: part, isKept });
  };
  for (const [place, part] of text.split(MARKED).entries()) {
    if (place % 2 === 1) add(part, true);
    else for (const run of part.split(RUN)) add(run, KEPT.test(run));
  }
  return stretches;
}
