import { useCallback, useMemo } from 'react';
import { type AmountReading, type AmountRefusal, formatAmount, parseAmount } from '../../lib/amount.ts';
import { TOKEN_DECIMALS, unitOf } from '../../lib/token-decimals.ts';
import { useLocale } from '../root/island.ts';
import { useDraft } from './use-draft.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { formatShown } from '../../lib/shown-amount.ts';

/** The text of an amount field, and what it was read as: once, for all that shows it or reckons with it. */
export interface TypedAmount {
  typed: string;
  type: (typed: string) => void;
  token: string;
  /** The token's own. */
  decimals: number;
  /** In 10⁻¹⁸ tokens, whatever the token's own decimals. */
  reading: AmountReading;
}

/** A typed amount, judged by its field's bounds. */
export interface BoundAmount extends TypedAmount, AmountBounds {
  judged: JudgedAmount;
}

/** More than any token has, so that all typed digits are kept. */
const DECIMALS = 40;

export function bound(amount: TypedAmount, bounds: AmountBounds): BoundAmount {
  return { ...amount, ...bounds, judged: judgeAmount(amount.reading, bounds) };
}

export function readTyped(typed: string, token: string, decimals: number, locale: string): AmountReading {
  const reading = parseAmount(typed, decimals, locale, token);
  return reading.ok ? { ok: true, amountBaseUnits: reading.amountBaseUnits * unitOf(decimals) } : reading;
}

export function useTypedAmount(typed: string, type: (typed: string) => void, token: string, decimals = TOKEN_DECIMALS): TypedAmount {
  const locale = useLocale();
  const reading = useMemo(() => readTyped(typed, token, decimals, locale), [typed, token, decimals, locale]);
  return { typed, type, token, decimals, reading };
}

/** A draft of an amount, stored with the locale it was typed in and rewritten when the page is read in another locale. */
export function useAmountDraft(name: string, token: string, decimals?: number): TypedAmount {
  const locale = useLocale();
  const [kept, keep] = useDraft(name);
  const [, from = locale, typed = ''] = /^(\S+) (.*)$/s.exec(kept) ?? [];
  const type = useCallback((text: string) => keep(text === '' ? '' : `${locale} ${text}`), [keep, locale]);
  return useTypedAmount(rewriteAmount(typed, from, locale), type, token, decimals);
}

/** What an amount has to keep to, in its own unit. */
export interface AmountBounds {
  /** Spendable balance; null while unknown. */
  available: bigint | null;
  /** The most that can be entered, where a fee is paid on top; defaults to `available`. */
  most?: bigint | undefined;
  min?: bigint | undefined;
  max?: bigint | undefined;
}

/** Why what was typed can't be used, with what could be. */
type AmountFault =
  | Exclude<AmountRefusal, { reason: 'EMPTY' }>
  | { reason: 'ZERO' | 'NOTHING_FREE' }
  | { reason: 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM' | 'INSUFFICIENT' | 'INSUFFICIENT_WITH_FEE'; limit: bigint };

export type JudgedAmount =
  | { kind: 'valid'; amount: bigint }
  /** Not an error yet, but it can't be sent. */
  | { kind: 'empty'; amount: null }
  /** The amount is null if what was typed isn't one. */
  | { kind: 'invalid'; amount: bigint | null; fault: AmountFault }
  /** Valid but for what is available: a deposit would help. */
  | { kind: 'short'; amount: bigint; fault: AmountFault };

/** Whether an amount can be used as it was read. */
export function judgeAmount(reading: AmountReading, { available, most, min, max }: AmountBounds): JudgedAmount {
  if (!reading.ok) {
    return reading.reason === 'EMPTY' ? { kind: 'empty', amount: null } : { kind: 'invalid', amount: null, fault: reading };
  }
  const { amountBaseUnits: amount } = reading;
  if (amount === 0n) return { kind: 'invalid', amount, fault: { reason: 'ZERO' } };
  if (min !== undefined && amount < min) return { kind: 'invalid', amount, fault: { reason: 'BELOW_MINIMUM', limit: min } };
  if (max !== undefined && amount > max && (available === null || max <= available))
    return { kind: 'invalid', amount, fault: { reason: 'ABOVE_MAXIMUM', limit: max } };
  if (available === 0n) return { kind: 'short', amount, fault: { reason: 'NOTHING_FREE' } };
  if (most !== undefined && amount > most && most !== available)
    return { kind: 'short', amount, fault: { reason: 'INSUFFICIENT_WITH_FEE', limit: most } };
  if (available !== null && amount > available) return { kind: 'short', amount, fault: { reason: 'INSUFFICIENT', limit: available } };
  return { kind: 'valid', amount };
}

/**
 * Rewrites an amount typed in one locale for another: German `1.234` becomes `1234` in English, where the original would be a different
 * amount. Returns '' if the text isn't an amount: better retyped than misread.
 */
export function rewriteAmount(typed: string, from: string, to: string): string {
  if (from === to) return typed;
  const reading = parseAmount(typed, DECIMALS, from);
  return reading.ok ? formatAmount(reading.amountBaseUnits, { locale: to, decimals: DECIMALS, useGrouping: false }) : '';
}

/** Says what is wrong with an amount, and what could be entered. */
export function faultText(fault: AmountFault, token: string, locale: string, texts: Texts<'action'>['amount']): string {
  const example = formatAmount(123_456n, { locale, decimals: 2 });
  const exactly = (limit: bigint): string => formatAmount(limit, { locale });
  const asShown = (limit: bigint): string => formatShown(limit, locale);
  switch (fault.reason) {
    case 'NOT_A_NUMBER':
      return interpolate(texts.notANumber, { character: fault.character, example });
    case 'GROUPING':
      return interpolate(texts.grouping, { example });
    case 'TOO_MANY_FRACTION_DIGITS':
      return interpolate(texts.tooManyDigits, { token, count: fault.maxFractionDigits, digits: fault.excessDigits });
    case 'TOO_LONG':
      return texts.tooLong;
    case 'ZERO':
      return texts.zero;
    case 'BELOW_MINIMUM':
      return interpolate(texts.belowMinimum, { token, amount: exactly(fault.limit) });
    case 'ABOVE_MAXIMUM':
      return interpolate(texts.aboveMaximum, { token, amount: exactly(fault.limit) });
    case 'NOTHING_FREE':
      return interpolate(texts.nothingFree, { token });
    case 'INSUFFICIENT':
      return interpolate(texts.insufficient, { token, amount: asShown(fault.limit) });
    case 'INSUFFICIENT_WITH_FEE':
      return interpolate(texts.insufficientWithFee, { token, amount: asShown(fault.limit) });
  }
}
