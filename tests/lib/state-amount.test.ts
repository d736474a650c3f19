import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../src/lib/amount.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { stateAmount } from '../../src/lib/state-amount.ts';

const locales = languages.map(({ locale }) => locale);

describe('an amount that means another one elsewhere', () => {
  it.each([
    ['1,234', 'en-US', '1234'],
    ['1.234', 'en-US', '1.2340'],
    ['1.234', 'de-DE', '1234'],
    ['1,234', 'de-DE', '1,2340'],
    ['999.000', 'vi-VN', '999000'],
    ['1.000', 'ja-JP', '1'],
    ['１，２３４', 'ja-JP', '1234'],
    ['๑.๒๓๔', 'th-TH', '1.2340'],
    [' 12,345 ', 'ko-KR', '12345'],
  ])('%s in %s is stated as %s', (typed, locale, stated) => {
    expect(stateAmount(typed, 18, locale)).toBe(stated);
  });

  it.each(['1234', '1.23', '0.005', '1,234.5', '1,234,567', '1.2345', '', 'ten', '1234.567'])(
    '%j in English needs no statement',
    (typed) => {
      expect(stateAmount(typed, 18, 'en-US')).toBeNull();
    },
  );

  it('is stated wherever two languages read it as two amounts, and both read the statement, if at all, as the amount that was read', () => {
    const text = fc.oneof(
      fc
        .tuple(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(...locales), fc.integer({ min: 0, max: 6 }))
        .map(([amount, locale, decimals]) => formatAmount(amount, decimals, { locale })),
      fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',') }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...locales), fc.constantFrom(...locales), (typed, here, elsewhere) => {
        const [mine, theirs] = [parseAmount(typed, 18, here), parseAmount(typed, 18, elsewhere)];
        const stated = stateAmount(typed, 18, here);
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
