import { useCallback, useMemo } from 'react';
import { type AmountReading, parseAmount } from '../../lib/amount.ts';
import { type AmountBounds, judgeAmount, type JudgedAmount } from '../../lib/judge-amount.ts';
import { rewriteAmount } from '../../lib/rewrite-amount.ts';
import { TOKEN_DECIMALS, unitOf } from '../../lib/token-decimals.ts';
import { useLocale } from '../root/island.ts';
import { useDraft } from './use-draft.ts';

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
