import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import { PageFigure } from '../../../src/islands/figures/PageFigure.ts';
import { formatAmount } from '../../../src/lib/amount.ts';
import { type AmountBounds, readAmountField } from '../../../src/islands/action/read-amount-field.ts';

const bounds: AmountBounds = { token: 'USDT', decimals: 6, locale: 'en-US', available: 6_480_250_000n };
const read = (typed: string, more: Partial<AmountBounds> = {}) => readAmountField(typed, { ...bounds, ...more }, action.amount);
const messageOf = (typed: string, more: Partial<AmountBounds> = {}): string => {
  const reading = read(typed, more);
  return reading.ok ? 'no fault' : reading.message;
};

describe('an amount field', () => {
  it('parses the language’s format, and what is pasted from another', () => {
    expect(read('1,234.56')).toEqual({ ok: true, amountBaseUnits: 1_234_560_000n });
    expect(read('1.234,56', { locale: 'de-DE' })).toEqual({ ok: true, amountBaseUnits: 1_234_560_000n });
    expect(read('1,234.56 USDT', { locale: 'de-DE' })).toEqual({ ok: true, amountBaseUnits: 1_234_560_000n });
  });

  it('isn’t invalid while it is empty', () => {
    expect(read(' ')).toMatchObject({ ok: false, isEmpty: true });
    expect(read('0')).toMatchObject({ ok: false, isEmpty: false });
  });

  it.each([
    ['1.2345678', {}, 'USDT allows 6 decimals: “8” is too many.'],
    ['12a', {}, '“a” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['12 34.56', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['5 JUF', {}, '“J” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['12🍊', {}, '“🍊” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['1,234.567.8', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['1,23.56', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['7,200', {}, 'You have 6,480.25\u00a0USDT available.'],
    ['7', { available: 0n }, 'You have no USDT available.'],
    ['9', { min: 10_000_000n }, 'The smallest amount is 10\u00a0USDT.'],
    ['101', { max: 100_000_000n }, 'The largest amount is 100\u00a0USDT.'],
    ['7,200', { max: 7_000_000_000n }, 'You have 6,480.25\u00a0USDT available.'],
    ['6,480.25', { most: 6_473_000_000n }, 'With the fee, that’s more than you have available. Enter 6,473.00\u00a0USDT or less.'],
    ['7,200', { most: 6_473_000_000n }, 'With the fee, that’s more than you have available. Enter 6,473.00\u00a0USDT or less.'],
    ['9'.repeat(61), {}, 'That amount is too long.'],
  ])('says what is wrong with %s', (typed, more, message) => {
    expect(messageOf(typed, more)).toBe(message);
  });

  it.each([
    [11_181_027_025n, 6],
    [8_800_123_456_789_012_345_678n, 18],
    [90_000n, 18],
  ])(
    'names the balance of %s units in a refusal with the digits that stand beside the field, or all, and it can be entered',
    (available, decimals) => {
      const message = messageOf('999,999', { available, decimals });
      const [, named = ''] = /^You have (\S+)\u00a0USDT/.exec(message) ?? [];
      const beside = renderToStaticMarkup(<PageFigure value={available} decimals={decimals} locale="en-US" />).replace(/<[^>]*>/g, '');
      expect([beside, formatAmount(available, decimals, { locale: 'en-US' })]).toContain(named);
      expect(read(named, { available, decimals }).ok).toBe(true);
    },
  );
});
