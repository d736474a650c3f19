import { formatAmountParts, parseAmount } from './amount.ts';

/** One separator before three digits: thousands to some, a fraction to others. In digits of any keyboard. */
const AMBIGUOUS = /^\s*[1-9１-９๑-๙]\p{Nd}{0,2}[.,．，]\p{Nd}{3}\s*$/u;

/**
 * How an amount was read, where in another language it would be another one: `1.234` is 1234 to a German, and little more than one to an
 * American. The reading separates no thousands and never has three decimals, so it means the same to both: `1234`, `1,2340`. Null where nobody
 * could misread the text, or it isn't an amount.
 */
export function stateAmount(typed: string, decimals: number, locale: string): string | null {
  const reading = parseAmount(typed, decimals, locale);
  if (!reading.ok || !AMBIGUOUS.test(typed)) return null;
  const { fraction } = formatAmountParts(reading.amountBaseUnits, decimals, { locale });
  const whole = reading.amountBaseUnits / 10n ** BigInt(decimals);
  return `${whole}${fraction === '' ? '' : fraction.padEnd(5, '0')}`;
}
