import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import { PageFigure } from '../../../src/islands/figures/PageFigure.ts';
import { formatAmount } from '../../../src/lib/amount.ts';
import { type AmountBounds, faultText, judgeAmount, type JudgedAmount, readTyped } from '../../../src/islands/action/typed-amount.ts';

const UNIT = 10n ** 12n;
/** Of USDT, in its own base units. */
interface Bounds extends Partial<AmountBounds> {
  decimals?: number;
  locale?: string;
}
const judge = (typed: string, { decimals = 6, locale = 'en-US', ...more }: Bounds = {}): JudgedAmount => {
  const unit = 10n ** BigInt(18 - decimals);
  const bounds = Object.entries({ available: 6_480_250_000n, ...more }).map(([name, limit]) => [name, limit && limit * unit] as const);
  return judgeAmount(readTyped(typed, 'USDT', decimals, locale), { available: null, ...Object.fromEntries(bounds) });
};
const messageOf = (typed: string, more: Bounds = {}): string => {
  const judged = judge(typed, more);
  return 'fault' in judged ? faultText(judged.fault, 'USDT', 'en-US', action.amount) : 'no fault';
};

describe('an amount field', () => {
  it('parses the language’s format, and what is pasted from another', () => {
    const valid = { kind: 'valid', amount: 1_234_560_000n * UNIT };
    expect(judge('1,234.56')).toEqual(valid);
    expect(judge('1.234,56', { locale: 'de-DE' })).toEqual(valid);
    expect(judge('1,234.56 USDT', { locale: 'de-DE' })).toEqual(valid);
  });

  it('isn’t invalid while it is empty', () => {
    expect(judge(' ')).toEqual({ kind: 'empty', amount: null });
    expect(judge('0')).toMatchObject({ kind: 'invalid' });
  });

  it('says that a deposit would help only where the amount would be valid with one', () => {
    expect(judge('7,200')).toMatchObject({ kind: 'short', fault: { reason: 'INSUFFICIENT' } });
    expect(judge('7', { available: 0n })).toMatchObject({ kind: 'short', fault: { reason: 'NOTHING_FREE' } });
    expect(judge('6,480', { most: 6_473_000_000n })).toMatchObject({ kind: 'short', fault: { reason: 'INSUFFICIENT_WITH_FEE' } });
    expect(judge('7', { available: 0n, min: 10_000_000n })).toMatchObject({ kind: 'invalid', fault: { reason: 'BELOW_MINIMUM' } });
  });

  it.each([
    ['1.2345678', {}, 'USDT allows 6 decimal places. Remove “8”.'],
    ['12a', {}, '“a” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['12 34.56', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['5 JUF', {}, '“J” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['12🍊', {}, '“🍊” doesn’t belong in an amount. Write it like 1,234.56.'],
    ['1,234.567.8', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['1,23.56', {}, 'The separators are in the wrong places. Write it like 1,234.56.'],
    ['7,200', {}, 'You have only 6,480.25\u00a0USDT available.'],
    ['7', { available: 0n }, 'You have no USDT available.'],
    ['9', { min: 10_000_000n }, 'The smallest amount is 10\u00a0USDT.'],
    ['101', { max: 100_000_000n }, 'The largest amount is 100\u00a0USDT.'],
    ['7,200', { max: 7_000_000_000n }, 'You have only 6,480.25\u00a0USDT available.'],
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
      const [, named = ''] = /^You have only (\S+)\u00a0USDT/.exec(message) ?? [];
      const beside = renderToStaticMarkup(<PageFigure value={available} decimals={decimals} locale="en-US" />).replace(/<[^>]*>/g, '');
      expect([beside, formatAmount(available, { locale: 'en-US', decimals })]).toContain(named);
      expect(judge(named, { available, decimals }).kind).toBe('valid');
    },
  );
});
