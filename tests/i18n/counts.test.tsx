import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Points } from '../../src/islands/figures/Figure.tsx';
import { pluralForm } from '../../src/lib/format-count.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { namespaces } from '../../src/lib/i18n/namespaces.ts';
import en from '../../public/locales/en/score.json' with { type: 'json' };
import it_ from '../../public/locales/it/score.json' with { type: 'json' };
import de from '../../public/locales/de/score.json' with { type: 'json' };
import { Island } from '../islands/Island.tsx';

const root = new URL('../../public/locales/', import.meta.url);

/** Languages whose nouns or verbs change with the number; all others have one form for any count. */
const inflecting = ['en', 'it', 'de'];

/**
 * Placeholders for a bare number in front of a noun. Excludes words that are the same in singular and plural. Days and minutes come with
 * their unit, which `Intl` inflects.
 */
const bareNumber =
  /\{\{(count|points|seconds|bytes|most|total|number)\}\} (?!(claimed|more|in|auf|insgesamt|abgerufen|mehr)\b)\p{L}\p{Ll}+/u;

/** A plural verb or adjective next to an amount or a length of time. */
const pluralBeside = {
  en: /\}\}( (JUF?|USDT))? (are|were|end)\b|\bfewer than \{\{/i,
  it: /\b(mancano|rimangono|restano|possono ancora \p{L}+)( meno di)? (US\$ )?\{\{|\bdei suoi \{\{/iu,
  de: /\b(fehlen|sind|bleiben) (es )?(weniger als )?\{\{|\}\} (werden|sind|fehlen)\b/i,
};

/** Numbers that are never one: constants in the code, and token decimals. */
const neverOne = new Set([
  'action:amount.tooManyDigits',
  'staking:positions.more',
  'swap:hash.confirmationsOf',
  'treasury:purchase.insureText',
  'treasury:purchase.insureTerms',
  'treasury:purchase.read',
  'treasury:purchases.calendarTruncated',
  // Names a number of blocks with "of", not a noun.
  'wallet:way.blocks',
  // Has a separate singular.
  'score:claim.act.other',
]);

describe.each(inflecting)('a count of one in %s', (code) => {
  const texts = textsOf(code).filter(([key]) => !neverOne.has(key) && !key.endsWith('.one'));

  it('isn’t followed by a plural noun', () => {
    expect(texts.filter(([, text]) => bareNumber.test(text))).toEqual([]);
  });

  it('has no plural verb next to it', () => {
    const verb = pluralBeside[code as keyof typeof pluralBeside];
    expect(texts.filter(([, text]) => verb.test(text))).toEqual([]);
  });
});

it.each(languages)('$label ($code) has both forms, and they differ if the language distinguishes them', ({ code }) => {
  const pairs = textsOf(code).filter(([key]) => key.endsWith('.one'));
  const others = new Map(textsOf(code));
  expect(pairs.length).toBeGreaterThan(0);
  for (const [key, one] of pairs) {
    const other = others.get(key.replace(/one$/, 'other'));
    expect(other, key).toBeDefined();
    expect(one !== other, key).toBe(inflecting.includes(code));
  }
});

it.each([
  ['en-US', en, 'Claim {{points}} point', ['0\u00a0points', '1\u00a0point', '2\u00a0points', '21\u00a0points', '1,000,000\u00a0points']],
  ['it-IT', it_, 'Riscuoti {{points}} punto', ['0\u00a0punti', '1\u00a0punto', '2\u00a0punti', '21\u00a0punti', '1.000.000\u00a0punti']],
  [
    'de-DE',
    de,
    '{{points}}\u00a0Punkt abrufen',
    ['0\u00a0Punkte', '1\u00a0Punkt', '2\u00a0Punkte', '21\u00a0Punkte', '1.000.000\u00a0Punkte'],
  ],
] as const)('points in %s', (locale, texts, act, written) => {
  const shown = [0, 1, 2, 21, 1_000_000].map((value) =>
    renderToStaticMarkup(
      <Island locale={locale}>
        <Points value={value} unit={texts.points} />
      </Island>,
    ).replace(/<[^>]*>/g, ''),
  );
  expect(shown).toEqual(written);
  expect(pluralForm(texts.claim.act, 1, locale)).toBe(act);
});

function textsOf(code: string): [string, string][] {
  return namespaces.flatMap((namespace) =>
    flatten(JSON.parse(readFileSync(new URL(`${code}/${namespace}.json`, root), 'utf8')), `${namespace}:`),
  );
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no text`);
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path.endsWith(':') ? path + key : `${path}.${key}`));
}
