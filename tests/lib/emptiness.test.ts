import { describe, expect, it } from 'vitest';
import { isEmpty } from '../../src/lib/emptiness.ts';

describe('isEmpty', () => {
  it.each([[null], [undefined], [''], ['null'], [' null '], [' '], ['\t\n\u00a0\u3000'], [{}], [Object.create(null)], [[]]])(
    'treats %j as empty',
    (value) => {
      expect(isEmpty(value)).toBe(true);
    },
  );

  it.each([
    ['0'],
    ['Null'],
    ['undefined'],
    ['{}'],
    ['false'],
    [0],
    [0n],
    [false],
    [Number.NaN],
    [{ a: undefined }],
    [[null]],
    [new Date(0)],
    [new Map()],
    [() => undefined],
  ])('doesn’t treat %o as empty', (value) => {
    expect(isEmpty(value)).toBe(false);
  });
});
