import { formatAmount, parseAmount } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { formatShown } from '../../lib/shown-amount.ts';

export interface AmountBounds {
  token: string;
  decimals: number;
  /** BCP 47 locale the amount is typed in. */
  locale: string;
  /** Spendable balance in base units; null while unknown. */
  available: bigint | null;
  /** The most that can be entered, where a fee is paid on top; defaults to `available`. */
  most?: bigint | undefined;
  min?: bigint | undefined;
  max?: bigint | undefined;
  /** The token's price in 10⁻⁶ US dollars, where the member's own balance may not show it. */
  usdOfOne?: bigint | undefined;
}

export type AmountField =
  | { ok: true; amountBaseUnits: bigint }
  /** `isEmpty`: not an error yet, but it can't be sent. `isShort`: a deposit would help. */
  | { ok: false; isEmpty: boolean; message: string; isShort?: boolean };

/** Parses the typed amount; if it's invalid, says what is wrong and what could be entered. */
export function readAmountField(typed: string, bounds: AmountBounds, texts: Texts<'action'>['amount']): AmountField {
  const { token, decimals, locale, available, most, min, max } = bounds;
  const write = (value: bigint): string => formatAmount(value, decimals, { locale });
  // Recognised by their text, so that all refusals are made by one function.
  const notEnough = new Set([texts.nothingFree, texts.insufficient, texts.insufficientWithFee]);
  const writeShown = (value: bigint): string => formatShown(value, decimals, locale);
  const refuse = (text: string, values: Record<string, string | number> = {}): AmountField => ({
    ok: false,
    isEmpty: false,
    message: interpolate(text, { token, ...values }),
    ...(notEnough.has(text) && { isShort: true }),
  });
  const reading = parseAmount(typed, decimals, locale, token);
  if (!reading.ok) {
    switch (reading.reason) {
      case 'EMPTY':
        return { ok: false, isEmpty: true, message: texts.empty };
      case 'NOT_A_NUMBER':
        return refuse(texts.notANumber, { character: reading.character, example: exampleOf(locale) });
      case 'GROUPING':
        return refuse(texts.grouping, { example: exampleOf(locale) });
      case 'TOO_MANY_FRACTION_DIGITS':
        return refuse(texts.tooManyDigits, { count: reading.maxFractionDigits, digits: reading.excessDigits });
      case 'TOO_LONG':
        return refuse(texts.tooLong);
    }
  }
  const { amountBaseUnits } = reading;
  if (amountBaseUnits === 0n) return refuse(texts.zero);
  if (min !== undefined && amountBaseUnits < min) return refuse(texts.belowMinimum, { amount: write(min) });
  if (max !== undefined && amountBaseUnits > max && (available === null || max <= available))
    return refuse(texts.aboveMaximum, { amount: write(max) });
  if (available === 0n) return refuse(texts.nothingFree);
  if (most !== undefined && amountBaseUnits > most && most !== available)
    return refuse(texts.insufficientWithFee, { amount: writeShown(most) });
  if (available !== null && amountBaseUnits > available) return refuse(texts.insufficient, { amount: writeShown(available) });
  return { ok: true, amountBaseUnits };
}

function exampleOf(locale: string): string {
  return formatAmount(123_456n, 2, { locale });
}
