import { describe, expect, it } from 'vitest';
import { type Entry, matchEntries, namedBy } from '../../../src/lib/find/match-entries.ts';

const entries: Entry[] = [
  { group: 'page', name: 'Übersicht', goes: '/home' },
  { group: 'page', name: 'Punkte', also: 'Mitgliedschaft', goes: '/profile/score' },
  { group: 'act', name: 'JUF kaufen', goes: '/treasury' },
  { group: 'help', name: 'JU bekommen', also: 'Hilfe', goes: '/help#ju' },
];
const found = (typed: string): string[] => matchEntries(entries, typed).map(({ name }) => name);

describe('what a text finds', () => {
  it('has all of its words, without accents and case, best first', () => {
    expect(found('ubersicht')).toEqual(['Übersicht']);
    expect(found('JU')).toEqual(['JUF kaufen', 'JU bekommen']);
    expect(found('kaufen juf')).toEqual(['JUF kaufen']);
    expect(found('mitglied')).toEqual(['Punkte']);
    expect(found('juf hilfe')).toEqual([]);
  });

  it('is all pages and acts while there is none', () => {
    expect(found(' ')).toEqual(['Übersicht', 'Punkte', 'JUF kaufen']);
  });
});

it('tells references, hashes and UIDs apart from words', () => {
  const reference = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  const hash = `0x${'ab'.repeat(32)}`;
  expect(namedBy(` ${reference.toUpperCase()} `)).toEqual({ kind: 'reference', value: reference });
  expect(namedBy(hash)).toEqual({ kind: 'hash', value: hash });
  expect(namedBy('m4k7p2')).toEqual({ kind: 'uid', value: 'm4k7p2' });
  for (const typed of ['', 'abc', 'two words', '0x12', 'Übersicht']) expect(namedBy(typed)).toBeNull();
});
