import { formatAmount, parseAmount } from './amount.ts';

/** More than any token has, so that whatever was typed is carried whole. */
const DECIMALS = 40;

/**
 * What was typed as an amount in one locale, as another writes it: `1.234` of a German is `1,234` in English, where the same text would
 * be another amount. Empty where the text is no amount: better typed anew than taken for something else.
 */
export function rewriteAmount(typed: string, from: string, to: string): string {
  if (from === to) return typed;
  const reading = parseAmount(typed, DECIMALS, from);
  return reading.ok ? formatAmount(reading.amountBaseUnits, DECIMALS, { locale: to }) : '';
}
