import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isolate } from '../../src/lib/isolate.ts';
import { plainText } from '../../src/lib/plain-text.ts';
import { spreadsheetText } from '../../src/lib/spreadsheet-text.ts';
import { DECEIVING, HONEST } from '../support/deceiving-texts.ts';

/** Text with many of the relevant characters, which random Unicode strings would hardly contain. */
const awkward = fc.array(
  fc.oneof(
    fc.constantFrom(...Array.from('aeo 1#é日می्क👩👍🏽🏴☃')),
    fc.constantFrom(
      '\u200d',
      '\u200c',
      '\ufe0f',
      '\u0301',
      '\u0e49',
      '\u202e',
      '\u2066',
      '\u20e3',
      '\u{e0062}',
      '\u{e0100}',
      '\u0958',
      '\n',
      '\ud800',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  { maxLength: 40 },
);
const texts = awkward.map((parts) => parts.join(''));
const NEVER =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u00AD\u3164\u115F\u2800\uFFFE]|^\p{M}|[\p{Mn}\p{Me}]{6}/u;

describe('plain text', () => {
  it.each(HONEST)('leaves %j unchanged', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it.each(DECEIVING)('removes %s', (_, text, left) => {
    expect(plainText(text)).toBe(left);
  });

  it('is idempotent for any text, in NFC and without anything hidden', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = plainText(text);
        expect(plainText(plain)).toBe(plain);
        expect(plain).toBe(plain.normalize('NFC'));
        expect(plain.isWellFormed()).toBe(true);
        expect(plain).not.toMatch(NEVER);
      }),
      { numRuns: 3_000, seed: 14 },
    );
  });

  it('keeps line breaks where they are allowed', () => {
    expect(plainText('one\n\ntwo\u202e\r', true)).toBe('one\n\ntwo');
  });

  it('needs two passes at most, so its time doesn’t grow with every character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\u0301', '\u200d', '\u094d', '\u0f71', '\u0958', '👩', 'م', '\u200c', '\u0020'), { maxLength: 60 }),
        (parts) => {
          const normalize = vi.spyOn(String.prototype, 'normalize');
          plainText(parts.join(''));
          const looks = normalize.mock.calls.length / 2;
          normalize.mockRestore();
          expect(looks).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: 2_000, seed: 14 },
    );
  });
});

describe('a name in a sentence', () => {
  it('is isolated unless nothing in it can change the direction', () => {
    expect(isolate('lena_07')).toBe('lena_07');
    expect(isolate('محمد')).toBe('\u2068محمد\u2069');
  });

  it('can’t end its own isolation', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const inside = isolate(text).replace(/^\u2068|\u2069$/g, '');
        expect(inside).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
      }),
      { numRuns: 500, seed: 14 },
    );
  });
});

describe('a text in a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    [' +1', " '+1"],
    ['＝HYPERLINK()', "'＝HYPERLINK()"],
    ['rent;=HYPERLINK("http://evil")', `rent;'=HYPERLINK("http://evil")`],
    ['a; @b;-c', "a; '@b;'-c"],
    ['a=b, 3-4', 'a=b, 3-4'],
  ])('%s isn’t a formula', (text, written) => {
    expect(spreadsheetText(text)).toBe(written);
  });
});
