import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/lib/i18n/languages.ts';
import { readTexts } from './read-texts.ts';
import { readWordRules, type WordRules } from './word-rules.ts';

/** Texts that the first one is followed by, on the screen or in a toast. */
const appended: readonly (readonly [string, string])[] = [
  ['errors:*', 'action:follow.nothingTaken'],
  ['errors:*', 'session:shell.failed.unchanged'],
  ['errors:*', 'common:state.errorText'],
  ['wallet:transfer.refusals.*', 'action:follow.nothingTaken'],
  ['action:follow.noReason', 'action:follow.nothingTaken'],
  ['swap:failures.PRICE_MOVED', 'swap:failures.undone'],
  ['swap:failures.EXPIRED', 'swap:failures.undone'],
  ['swap:failures.USER_REJECTED', 'swap:failures.nothingSent'],
  ['swap:failures.WALLET_FAILED', 'swap:failures.nothingSent'],
];

const TOKENS = ['JUF', 'JU', 'USDT', 'WJU', '\\{\\{\\s*(?:token|from|to|unit)\\s*\\}\\}'];
const NUMBER =
  '(?:\\d|\\{\\{\\s*(?:amount|value|price|premium|total|juf|cap|min|max|paid|most|limit|available|claimed|claimable|excess|power)\\s*\\}\\})';
const LATIN = '[A-Za-z0-9]';
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';

const english = readTexts('en');
const ruled = languages.flatMap((language) => {
  const rules = readWordRules(language.code);
  return rules === undefined ? [] : [{ ...language, rules, texts: readTexts(language.code) }];
});

describe.each(ruled)('the words in $label ($code)', ({ code, rules, texts }) => {
  it('are explained in docs/words', () => {
    expect(existsSync(new URL(`../../docs/words/${code}.md`, import.meta.url))).toBe(true);
  });

  it('include none that docs/words rules out', () => {
    const found = rules.never.flatMap(({ word, say, only, except }) =>
      select(texts, only, except)
        .filter(([, text]) => word.test(withoutPlaceholders(text)))
        .map(([key, text]) => `${key}: “${text}” has ${word.source}; say ${say}`),
    );
    expect(found).toEqual([]);
  });

  it('are one for one concept', () => {
    const found = rules.terms.flatMap(({ english: concept, say, only, except }) =>
      select(texts, only, except)
        .filter(([key, text]) => concept.test(english.get(key) ?? '') && !say.test(text))
        .map(([key, text]) => `${key}: “${text}” lacks ${say.source}`),
    );
    expect(found).toEqual([]);
  });

  it('aren’t parted from their number at the end of a line', () => {
    expect([...texts].filter(([, text]) => partedFrom(rules.units).test(text))).toEqual([]);
  });

  it('have the apostrophes and quotes of print', () => {
    expect([...texts].filter(([, text]) => /['"]/.test(text))).toEqual([]);
  });

  it('don’t say twice that nothing happened', () => {
    const twice = appended.flatMap(([first, then]) =>
      select(texts, [first], []).filter(([, text]) => rules.reassurance.test(text) && rules.reassurance.test(texts.get(then) ?? '')),
    );
    expect(twice).toEqual([]);
  });

  it.runIf(rules.cjkSpacing !== undefined)('are spaced alike beside Latin letters and digits', () => {
    const gap = rules.cjkSpacing === 'always' ? '' : '[ \\u00a0]';
    const wrong = new RegExp(`${CJK}${gap}${LATIN}|${LATIN}${gap}${CJK}`, 'u');
    expect([...texts].filter(([, text]) => wrong.test(withoutPlaceholders(text)))).toEqual([]);
  });

  it.runIf(rules.longestSentence !== undefined)('make short sentences', () => {
    const { words = 0, except = [] } = rules.longestSentence ?? {};
    const long = select(texts, [], except).filter(([, text]) => sentencesOf(text).some((sentence) => wordsOf(sentence) > words));
    expect(long).toEqual([]);
  });

  it('need every exception that is made', () => {
    expect(exceptionsOf(rules).filter((exception) => select(texts, [exception], []).length === 0)).toEqual([]);
  });
});

it('every pair of appended texts names texts that exist', () => {
  expect(appended.flat().filter((name) => select(english, [name], []).length === 0)).toEqual([]);
});

it.each([
  ['{{amount}} JUF', true],
  ['5 USDT of it', true],
  ['{{amount}} {{token}}', true],
  ['US$ {{amount}}', true],
  ['{{amount}}\u00a0JUF', false],
  ['5 JUFs', false],
])('a number that a line may part from its unit is found in “%s”: %s', (text, isParted) => {
  expect(partedFrom([]).test(text)).toBe(isParted);
});

/** A number and its unit with a space where a line may end. */
function partedFrom(units: readonly string[]): RegExp {
  return new RegExp(`${NUMBER} (?:${[...TOKENS, ...units].join('|')})(?![\\p{L}\\p{N}])|US\\$ (?:\\d|\\{\\{)`, 'u');
}

/** `names` are keys, or beginnings of keys that end in `*`; none means all. */
function select(texts: ReadonlyMap<string, string>, names: readonly string[], except: readonly string[]): [string, string][] {
  return [...texts].filter(([key]) => (names.length === 0 || names.some(matches(key))) && !except.some(matches(key)));
}

function matches(key: string): (name: string) => boolean {
  return (name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name);
}

function exceptionsOf({ never, terms, longestSentence }: WordRules): string[] {
  return [...[...never, ...terms].flatMap(({ only, except }) => [...only, ...except]), ...(longestSentence?.except ?? [])];
}

/** Names of placeholders aren't words. */
function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{\s*\w+\s*\}\}/g, '\ufffc');
}

function sentencesOf(text: string): string[] {
  return withoutPlaceholders(text).split(/(?<=[.!?:;])\s+/);
}

function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => word !== '').length;
}
