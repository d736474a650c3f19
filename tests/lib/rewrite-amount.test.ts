import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '../../src/lib/amount.ts';
import { languages } from '../../src/lib/i18n/languages.ts';
import { rewriteAmount } from '../../src/islands/action/typed-amount.ts';

const locales = languages.map(({ locale }) => locale);

describe('an amount typed in another language', () => {
  it.each([
    ['1.234', 'de-DE', 'en-US', '1234'],
    ['1,234', 'de-DE', 'en-US', '1.234'],
    ['1.234,56', 'de-DE', 'en-US', '1234.56'],
    ['0.5', 'de-DE', 'en-US', '0.5'],
    ['0.000000000000000001', 'en-US', 'it-IT', '0,000000000000000001'],
    ['1,2,3', 'en-US', 'de-DE', ''],
    ['ten', 'en-US', 'de-DE', ''],
    ['1.234', 'en-US', 'en-US', '1.234'],
  ])('%s in %s becomes, in %s, %j', (typed, from, to, written) => {
    expect(rewriteAmount(typed, from, to)).toBe(written);
  });

  it('is the same amount in every other language', () => {
    const locale = fc.constantFrom(...locales);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), locale, locale, (amount, from, to) => {
        const rewritten = rewriteAmount(formatAmount(amount, { locale: from }), from, to);
        expect(parseAmount(rewritten, 18, to)).toEqual({ ok: true, amountBaseUnits: amount });
      }),
    );
  });
});
