import { useCallback } from 'react';
import { rewriteAmount } from '../../lib/rewrite-amount.ts';
import { useLocale } from '../root/island.ts';
import { useDraft } from './use-draft.ts';

/** A draft of an amount, stored with the locale it was typed in and rewritten when the page is read in another locale. */
export function useAmountDraft(name: string): [typed: string, setTyped: (typed: string) => void] {
  const locale = useLocale();
  const [kept, keep] = useDraft(name);
  const [, from = locale, typed = ''] = /^(\S+) (.*)$/s.exec(kept) ?? [];
  const setTyped = useCallback((text: string) => keep(text === '' ? '' : `${locale} ${text}`), [keep, locale]);
  return [rewriteAmount(typed, from, locale), setTyped];
}
