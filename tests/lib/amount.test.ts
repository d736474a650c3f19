import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatAmountParts,
  fromDecimalString,
  mulDivCeil,
  mulDivFloor,
  parseAmount,
  parseDecimalString,
  toDecimalString,
} from '../../src/lib/amount.ts';
import { languages } from '../../src/lib/i18n/languages.ts';

const locales = languages.map(({ locale }) => locale);
const anyLocale = fc.constantFrom(...locales);
const anyDecimals = fc.integer({ min: 0, max: 18 });
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 42n });

describe('parseAmount', () => {
  it.each([
    ['en-US', '1,234.56', 1_234_560_000n],
    ['de-DE', '1.234,56', 1_234_560_000n],
    ['it-IT', '1234,56', 1_234_560_000n],
    ['id-ID', '1.234.567,000001', 1_234_567_000_001n],
    ['vi-VN', '1.234', 1_234_000_000n],
    ['en-US', '  7 ', 7_000_000n],
    ['en-US', '.5', 500_000n],
    ['de-DE', '5,', 5_000_000n],
    ['en-US', '007', 7_000_000n],
    ['ja-JP', '１，２３４．５', 1_234_500_000n],
    ['th-TH', '๑๒๓.๔', 123_400_000n],
    ['en-US', '0', 0n],
    // The other language's decimal key.
    ['en-US', '0,5', 500_000n],
    ['de-DE', '0.5', 500_000n],
    ['en-US', ',5', 500_000n],
    ['en-US', '5,', 5_000_000n],
    ['en-US', '12,34', 12_340_000n],
    ['en-US', '0,005', 5_000n],
    ['en-US', '1,2345', 1_234_500n],
    ['en-US', '1234,567', 1_234_567_000n],
    ['de-DE', '1234.567', 1_234_567_000n],
    // Two amounts: the page's language decides.
    ['en-US', '1,234', 1_234_000_000n],
    ['de-DE', '1,234', 1_234_000n],
    ['en-US', '1.234', 1_234_000n],
    ['de-DE', '1.234', 1_234_000_000n],
    // Both separators, or one of them twice, say themselves which is which.
    ['en-US', '1.234,56', 1_234_560_000n],
    ['de-DE', '1,234.56', 1_234_560_000n],
    ['en-US', '1.234,567', 1_234_567_000n],
    ['en-US', '1.234.567', 1_234_567_000_000n],
    ['de-DE', '1,234,567.8', 1_234_567_800_000n],
    // Pasted from elsewhere.
    ['en-US', '1 234,56', 1_234_560_000n],
    ['de-DE', '1\u202f234\u00a0567,5', 1_234_567_500_000n],
    ['it-IT', '1’234.50', 1_234_500_000n],
    ['en-US', '\u200e1,234.56\u2069', 1_234_560_000n],
    ['ja-JP', '１。５', 1_500_000n],
    ['ja-JP', '１、２３４．５', 1_234_500_000n],
    ['en-US', '١٢٣٫٤', 123_400_000n],
    ['de-DE', '१२३', 123_000_000n],
    ['en-US', '𝟏𝟐', 12_000_000n],
  ])('parses %s %j', (locale, text, amountBaseUnits) => {
    expect(parseAmount(text, 6, locale)).toEqual({ ok: true, amountBaseUnits });
  });

  it.each([
    ['en-US', '', { reason: 'EMPTY' }],
    ['en-US', '  ', { reason: 'EMPTY' }],
    ['en-US', '.', { reason: 'NOT_A_NUMBER', character: '.' }],
    ['en-US', '-1', { reason: 'NOT_A_NUMBER', character: '-' }],
    ['en-US', '−1', { reason: 'NOT_A_NUMBER', character: '−' }],
    ['en-US', '+1', { reason: 'NOT_A_NUMBER', character: '+' }],
    ['en-US', ' 1e3', { reason: 'NOT_A_NUMBER', character: 'e' }],
    ['en-US', '0x10', { reason: 'NOT_A_NUMBER', character: 'x' }],
    ['en-US', 'Infinity', { reason: 'NOT_A_NUMBER', character: 'I' }],
    ['en-US', '5²', { reason: 'NOT_A_NUMBER', character: '²' }],
    ['en-US', '½', { reason: 'NOT_A_NUMBER', character: '½' }],
    ['en-US', '1𝒳', { reason: 'NOT_A_NUMBER', character: '𝒳' }],
    ['en-US', '1,234.56 JUF', { reason: 'NOT_A_NUMBER', character: 'J' }],
    ['en-US', '1.2.3', { reason: 'GROUPING' }],
    ['de-DE', '1,2,3', { reason: 'GROUPING' }],
    ['en-US', '12 34', { reason: 'GROUPING' }],
    ['en-US', '1,234 567', { reason: 'GROUPING' }],
    ['en-US', '1,23.56', { reason: 'GROUPING' }],
    ['en-US', '1,234.567.8', { reason: 'GROUPING' }],
    ['en-US', '0.123 456', { reason: 'GROUPING' }],
    ['en-US', '1,,234', { reason: 'GROUPING' }],
    ['en-US', '1,234,', { reason: 'GROUPING' }],
    ['en-US', '0,123.5', { reason: 'GROUPING' }],
    ['en-US', '1.12345678', { reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: 6, excessDigits: '78' }],
    ['de-DE', ' 1.000,1234567', { reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: 6, excessDigits: '7' }],
    ['en-US', '1.5000000', { reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: 6, excessDigits: '0' }],
    ['en-US', '9'.repeat(61), { reason: 'TOO_LONG', maxDigits: 60 }],
  ])('refuses %s %j', (locale, text, refusal) => {
    expect(parseAmount(text, 6, locale)).toEqual({ ok: false, ...refusal });
  });

  it('says that whole units have no fraction', () => {
    expect(parseAmount('1.5', 0, 'en-US')).toMatchObject({ reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: 0, excessDigits: '5' });
  });

  it('round-trips exactly in all ten locales', () => {
    fc.assert(
      fc.property(anyLocale, anyDecimals, anyAmount, (locale, decimals, amountBaseUnits) => {
        expect(parseAmount(formatAmount(amountBaseUnits, { locale, decimals }), decimals, locale)).toEqual({ ok: true, amountBaseUnits });
      }),
    );
  });

  it('reads the digits of every script as the same amount', () => {
    const inScript = (text: string, zero: string): string =>
      text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
    const zeros = fc.constantFrom('๐', '０', '٠', '۰', '०', '০', '០', '᠐', '𝟎', '𝟬', '𞥐');
    fc.assert(
      fc.property(anyLocale, anyDecimals, anyAmount, zeros, (locale, decimals, amountBaseUnits, zero) => {
        const text = formatAmount(amountBaseUnits, { locale, decimals });
        const wide = inScript(text, '０').replaceAll(',', '，').replaceAll('.', '．');
        for (const typed of [inScript(text, zero), wide, `\u3000${wide}\u00a0`])
          expect(parseAmount(typed, decimals, locale)).toEqual({ ok: true, amountBaseUnits });
      }),
    );
  });

  it.each([
    ['1,234.56 JUF', 'JUF'],
    ['1,234.56JUF', 'JUF'],
    ['JUF\u00a01,234.56', 'JUF'],
    ['juf 1,234.56', 'JUF'],
    ['1,234.56 %', '%'],
  ])('takes %j for an amount of its unit', (text, unit) => {
    expect(parseAmount(text, 6, 'en-US', unit)).toEqual({ ok: true, amountBaseUnits: 1_234_560_000n });
  });

  it.each(['1 JUF', '1 WJU', 'US$ 1', '1 JU JU'])('doesn’t take %j for an amount of JU', (text) => {
    expect(parseAmount(text, 6, 'en-US', 'JU').ok).toBe(false);
  });

  it('reads no text as two amounts that differ by more than the separator before three digits', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',', ' ') });
    fc.assert(
      fc.property(text, (typed) => {
        const [here, there] = [parseAmount(typed, 6, 'en-US'), parseAmount(typed, 6, 'de-DE')];
        if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(typed.trim())) expect(here).not.toEqual(there);
        else expect(here).toEqual(there);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never rounds: refuses one digit more than the token has', () => {
    fc.assert(
      fc.property(anyLocale, anyDecimals, anyAmount, fc.integer({ min: 0, max: 9 }), (locale, decimals, amountBaseUnits, digit) => {
        const text = formatAmount(amountBaseUnits * 10n + BigInt(digit), { locale, fractionDigits: decimals + 1, decimals: decimals + 1 });
        expect(parseAmount(text, decimals, locale)).toMatchObject({ reason: 'TOO_MANY_FRACTION_DIGITS', excessDigits: String(digit) });
      }),
    );
  });

  it('returns an amount or a reason for any text', () => {
    fc.assert(
      fc.property(
        anyLocale,
        fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',', '-', ' ', 'e', '𝟙', '１', '๑') }),
        (locale, text) => {
          const reading = parseAmount(text, 6, locale);
          if (reading.ok) expect(reading.amountBaseUnits).toBeGreaterThanOrEqual(0n);
          else expect(reading.reason).toMatch(/^[A-Z_]+$/);
        },
      ),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    ['en-US', 1_234_567_890_123n, undefined, '1,234,567.890123'],
    ['de-DE', 1_234_567_890_123n, undefined, '1.234.567,890123'],
    ['en-US', 1_500_000n, undefined, '1.5'],
    ['en-US', 1_500_000n, 2, '1.50'],
    ['en-US', 1_999_999n, 2, '1.99'],
    ['en-US', 999_999n, 0, '0'],
    ['en-US', 5_000_000n, undefined, '5'],
    ['en-US', 5_000_000n, 9, '5.000000'],
    ['de-DE', -500_000n, undefined, '−0,5'],
    ['en-US', 0n, 2, '0.00'],
  ])('formats %s %s truncated to %s digits', (locale, amountBaseUnits, fractionDigits, text) => {
    expect(
      formatAmount(amountBaseUnits, { ...(fractionDigits === undefined ? { locale } : { locale, fractionDigits }), decimals: 6 }),
    ).toBe(text);
  });

  it('separates integer and fraction, and keeps the exact amount', () => {
    expect(formatAmountParts(12_345_678_901_234_567_890n, { locale: 'de-DE', fractionDigits: 2 })).toEqual({
      whole: '12',
      fraction: ',34',
      exact: '12,34567890123456789',
    });
  });

  it('never shows more than there is', () => {
    fc.assert(
      fc.property(anyLocale, anyAmount, fc.integer({ min: 0, max: 18 }), (locale, amountBaseUnits, fractionDigits) => {
        const reading = parseAmount(formatAmount(amountBaseUnits, { locale, fractionDigits }), 18, locale);
        if (!reading.ok) throw new Error(reading.reason);
        expect(reading.amountBaseUnits).toBeLessThanOrEqual(amountBaseUnits);
        expect(amountBaseUnits - reading.amountBaseUnits).toBeLessThan(10n ** BigInt(18 - fractionDigits));
      }),
    );
  });
});

describe('decimal strings', () => {
  it('round-trip exactly', () => {
    fc.assert(
      fc.property(anyAmount, anyDecimals, (amountBaseUnits, decimals) => {
        expect(fromDecimalString(toDecimalString(amountBaseUnits, decimals), decimals)).toBe(amountBaseUnits);
      }),
    );
  });

  it('have a sign if negative', () => {
    expect(toDecimalString(-1_500_000n, 6)).toBe('-1.5');
  });

  it.each(['', '-1', '+1', '1e3', '1,5', '.5', '5.', '01', ' 1', '1 ', '0x1', 'NaN', '1.0000001', '१', '9'.repeat(61)])(
    'refuses %j',
    (text) => {
      expect(parseDecimalString(text, 6).ok).toBe(false);
      expect(() => fromDecimalString(text, 6)).toThrow(RangeError);
    },
  );
});

describe('mulDiv', () => {
  it('rounds down and up, one apart unless exact', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, fc.bigInt({ min: 1n, max: 10n ** 40n }), (value, multiplier, divisor) => {
        const floor = mulDivFloor(value, multiplier, divisor);
        const ceil = mulDivCeil(value, multiplier, divisor);
        expect(floor * divisor).toBeLessThanOrEqual(value * multiplier);
        expect(ceil * divisor).toBeGreaterThanOrEqual(value * multiplier);
        expect(ceil - floor).toBe((value * multiplier) % divisor === 0n ? 0n : 1n);
      }),
    );
  });

  it.each([
    [-1n, 1n, 1n],
    [1n, -1n, 1n],
    [1n, 1n, 0n],
    [1n, 1n, -1n],
  ])('refuses %s × %s ÷ %s', (value, multiplier, divisor) => {
    expect(() => mulDivFloor(value, multiplier, divisor)).toThrow(RangeError);
    expect(() => mulDivCeil(value, multiplier, divisor)).toThrow(RangeError);
  });
});

describe('at the edges', () => {
  const units = (text: string, decimals: number) => parseDecimalString(text, decimals);

  it('a malformed decimal string is refused with the reason', () => {
    expect(units('', 2)).toEqual({ ok: false, reason: 'EMPTY' });
    expect(units('1e3', 2)).toEqual({ ok: false, reason: 'NOT_A_NUMBER', character: 'e' });
    const excess = { reason: 'TOO_MANY_FRACTION_DIGITS', maxFractionDigits: 2, excessDigits: '5' };
    expect(units('12.345', 2)).toEqual({ ok: false, ...excess });
    expect(() => fromDecimalString('12.345', 2)).toThrow(
      new RangeError('"12.345" is not an amount with 2 decimals: TOO_MANY_FRACTION_DIGITS'),
    );
  });

  it('sixty digits are an amount, one more isn’t, and zeros in front don’t count', () => {
    expect(units('9'.repeat(60), 0)).toEqual({ ok: true, amountBaseUnits: 10n ** 60n - 1n });
    expect(units('9'.repeat(61), 0)).toEqual({ ok: false, reason: 'TOO_LONG', maxDigits: 60 });
    expect(parseAmount(`${'0'.repeat(70)}1`, 2, 'en')).toEqual({ ok: true, amountBaseUnits: 100n });
  });

  it('nothing is multiplied, and nothing divided by zero', () => {
    expect([mulDivFloor(0n, 5n, 3n), mulDivCeil(0n, 5n, 3n)]).toEqual([0n, 0n]);
    expect([mulDivFloor(5n, 0n, 3n), mulDivCeil(5n, 0n, 3n)]).toEqual([0n, 0n]);
    const refusal = new RangeError('amounts are multiplied and divided without signs, and never by zero');
    expect(() => mulDivFloor(1n, 1n, 0n)).toThrow(refusal);
    expect(() => mulDivCeil(1n, 1n, -1n)).toThrow(refusal);
  });

  it('digits are the Latin ones, grouped, whatever the locale’s own digits are', () => {
    for (const locale of ['en', 'th-u-nu-thai', 'ar-EG']) {
      expect(formatAmount(-1_234_567_5n, { locale, decimals: 1 }).replace(/[^\d.,]/g, ''), locale).toBe('1,234,567.5');
    }
  });
});
