import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../src/lib/amount.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { stateAmount } from '../../src/islands/action/StatedAmount.tsx';

const locales = languages.map(({ locale }) => locale);

function state(typed: string, locale: string): string | null {
  const reading = parseAmount(typed, 18, locale, 'USDT');
  return reading.ok ? stateAmount(typed, reading.amountBaseUnits, 18, locale) : null;
}

describe('how an amount was read', () => {
  it.each([
    ['1,234', 'en-US', '1,234.00'],
    ['1.234', 'en-US', '1.2340'],
    ['1.234', 'de-DE', '1.234,00'],
    ['1,234', 'de-DE', '1,2340'],
    ['999.000', 'vi-VN', '999.000,00'],
    ['1.000', 'ja-JP', '1'],
    ['１，２３４', 'ja-JP', '1,234.00'],
    ['๑.๒๓๔', 'th-TH', '1.2340'],
    [' 12,345 ', 'ko-KR', '12,345.00'],
    ['0,5', 'en-US', '0.5'],
    ['0.5', 'de-DE', '0,5'],
    ['1234567', 'it-IT', '1.234.567,00'],
    ['1234.5', 'en-US', '1,234.50'],
    ['1234.567', 'en-US', '1,234.567'],
    ['1 234,56 USDT', 'en-US', '1,234.56'],
    ['１２', 'ja-JP', '12'],
    ['007', 'en-US', '7'],
    ['.5', 'en-US', '0.5'],
  ])('%s in %s is stated as %s', (typed, locale, stated) => {
    expect(state(typed, locale)).toBe(stated);
  });

  it.each(['123', '1.23', '5.', '0.005', '0.50', '1.2345'])('%j in English needs no statement', (typed) => {
    expect(state(typed, 'en-US')).toBeNull();
  });

  it('is stated wherever two languages read it as two amounts, and both read the statement, if at all, as the amount that was read', () => {
    const text = fc.oneof(
      fc
        .tuple(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(...locales), fc.integer({ min: 0, max: 6 }))
        .map(([amount, locale, decimals]) => formatAmount(amount, { locale, decimals })),
      fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',') }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...locales), fc.constantFrom(...locales), (typed, here, elsewhere) => {
        const [mine, theirs] = [parseAmount(typed, 18, here), parseAmount(typed, 18, elsewhere)];
        const stated = state(typed, here);
        if (mine.ok && theirs.ok && mine.amountBaseUnits !== theirs.amountBaseUnits) expect(stated).not.toBeNull();
        if (stated === null || !mine.ok) return;
        expect(parseAmount(stated, 18, here)).toEqual(mine);
        const misread = parseAmount(stated, 18, elsewhere);
        if (misread.ok) expect(misread.amountBaseUnits).toBe(mine.amountBaseUnits);
      }),
      { numRuns: 2_000 },
    );
  });
});
