import { describe, expect, it } from 'vitest';
import { groupTyped } from '../../src/lib/group-typed.ts';

/** Types and deletes one key at a time, as in a field; `⌫` deletes what stands before the caret. */
function type(keys: string, locale: string, start = ''): string {
  let [text, caret] = [start, start.length];
  for (const key of keys) {
    const typed =
      key === '⌫'
        ? { text: text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret), caret: Math.max(caret - 1, 0) }
        : { text: text.slice(0, caret) + key + text.slice(caret), caret: caret + 1 };
    ({ text, caret } = groupTyped(text, typed, locale));
  }
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('thousands', () => {
  it.each([
    ['1234', 'en-US', '1,234|'],
    ['1234567.25', 'en-US', '1,234,567.25|'],
    ['1234567,25', 'de-DE', '1.234.567,25|'],
    ['1234567⌫⌫', 'en-US', '12,345|'],
    ['1234⌫⌫⌫⌫', 'en-US', '|'],
    ['.123456', 'en-US', '.123456|'],
  ])('are grouped while %s is typed in %s', (keys, locale, shown) => {
    expect(type(keys, locale)).toBe(shown);
  });

  it('are grouped around a caret that stays with its digit', () => {
    expect(groupTyped('1,234', { text: '19,234', caret: 2 }, 'en-US')).toEqual({ text: '19,234', caret: 2 });
    expect(groupTyped('1,234', { text: '1,9234', caret: 3 }, 'en-US')).toEqual({ text: '19,234', caret: 2 });
    expect(groupTyped('12,345', { text: '12345', caret: 2 }, 'en-US')).toEqual({ text: '12,345', caret: 2 });
  });

  it('are grouped although the first digits were typed before the field could', () => {
    expect(groupTyped('1234', { text: '12345', caret: 5 }, 'en-US')).toEqual({ text: '12,345', caret: 6 });
  });

  it('are left as the person separated them: it may be a fraction in the person’s own language', () => {
    expect(type('0,005', 'en-US')).toBe('0,005|');
    expect(type('1.5', 'de-DE')).toBe('1.5|');
    expect(type('1.234', 'de-DE')).toBe('1.234|');
    expect(type('1,234', 'en-US')).toBe('1,234|');
    expect(groupTyped('', { text: '1,23', caret: 4 }, 'en-US')).toEqual({ text: '1,23', caret: 4 });
  });

  it('aren’t looked for in text that isn’t an amount', () => {
    expect(type('1234a5', 'en-US')).toBe('1,234a5|');
    expect(type('1.2.3456', 'en-US')).toBe('1.2.3456|');
  });
});
