import { expect, it } from 'vitest';
import { dropInvisible } from '../../src/lib/identifier.ts';

it.each([
  ['\u202d1,000.50\u202c', '1,000.50'],
  ['\ufeff0x\u200bAb\u00adCd\u200f', '0xAbCd'],
  ['1\u202f000,5 ', '1\u202f000,5 '],
  ['王小雨 ๑๒', '王小雨 ๑๒'],
])('keeps the visible part of %j', (pasted, seen) => {
  expect(dropInvisible(pasted)).toBe(seen);
});
