import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/lib/i18n/languages.ts';
import { namespaces } from '../../src/lib/i18n/namespaces.ts';

const root = new URL('../../public/locales/', import.meta.url);
const others = languages.filter(({ code }) => code !== 'en');
const english = textsOf('en');

/** Texts that are the same in another language for good reason: names, symbols, units, and words borrowed from English. */
const sameInEveryLanguage =
  /^[^\p{L}]*$|^(JuFi|JuFi Wallet|JuChain|JU|JUF|USDT|Tether|WJU|US\$|UTC|OK|ID|UID|QR|RSS|API|PDF|CSV|MetaMask|OKX Wallet|TP Wallet|WalletConnect)$/u;
const sameHere = readSame();

describe.each(others)('the texts in $label ($code)', ({ code }) => {
  const texts = textsOf(code);
  const allowed = Object.values(sameHere[code] ?? {}).flat();

  it('have the same keys as the English ones', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('keep every placeholder', () => {
    const lost = [...english]
      .filter(([key, text]) => placeholders(texts.get(key) ?? '').join() !== placeholders(text).join())
      .map(([key]) => key);
    expect(lost).toEqual([]);
  });

  it('are all translated', () => {
    const left = [...english]
      .filter(([key, text]) => texts.get(key) === text && !sameInEveryLanguage.test(withoutPlaceholders(text)) && !allowed.includes(text))
      .map(([key, text]) => `${key}: ${text}`);
    expect(left).toEqual([]);
  });

  it('need every exception that is made', () => {
    const same = new Set([...english].filter(([key, text]) => texts.get(key) === text).map(([, text]) => text));
    expect(allowed.filter((text, place) => !same.has(text) || allowed.indexOf(text) !== place)).toEqual([]);
  });

  it('aren’t empty and have no stray space', () => {
    expect([...texts].filter(([, text]) => text !== text.trim() || text === '').map(([key]) => key)).toEqual([]);
  });
});

it.each(languages)('a page has the same name in $label ($code) in the navigation, as its title, and where it is mentioned', ({ code }) => {
  const texts = textsOf(code);
  for (const page of ['treasury', 'staking', 'swap']) {
    const name = texts.get(`common:navigation.${page}`);
    expect([texts.get(`${page}:title`), texts.get(`landing:does.${page}.title`)], page).toEqual([name, name]);
  }
});

it('every namespace has a file in every language, and every file is a namespace', () => {
  for (const { code } of languages) {
    const files = readdirSync(new URL(`${code}/`, root)).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort(), code).toEqual([...namespaces].sort());
  }
});

function textsOf(code: string): Map<string, string> {
  return new Map(
    namespaces.flatMap((namespace) =>
      flatten(JSON.parse(readFileSync(new URL(`${code}/${namespace}.json`, root), 'utf8')), `${namespace}:`),
    ),
  );
}

/** Plural forms differ between languages, so keys are compared without them. */
function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path.replace(/_(zero|one|two|few|many|other)$/, ''), value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no text`);
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path.endsWith(':') ? path + key : `${path}.${key}`));
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').sort();
}

/** The translatable part of a text, without placeholders and the punctuation around them. */
function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{\s*\w+\s*\}\}/g, '').replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');
}

/** Exceptions by language, with their reason. */
function readSame(): Record<string, Record<string, readonly string[]>> {
  const file = new URL('same-as-english.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, readonly string[]>>;
}
