import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { SwapTrade } from '../../lib/swap/reduce-swap-run.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { $swapPair } from '../../stores/swap.ts';
import { readAmountField } from '../action/read-amount-field.ts';
import type { SwapForm } from '../../lib/swap/judge-swap.ts';

const EMPTY: SwapForm = {
  from: 'USDT',
  to: 'JUF',
  kind: 'EXACT_IN',
  amount: null,
  slippage: 'auto',
  customSlippage: '',
  minutes: '20',
};

export interface SwapFormState {
  form: SwapForm;
  /** The text of the exact field. */
  typed: string;
  /** What is wrong with it; null if nothing is. */
  fault: string | null;
  change: (part: Partial<SwapForm>) => void;
  type: (kind: SwapForm['kind'], typed: string) => void;
  choose: (side: 'from' | 'to', symbol: SwapSymbol) => void;
  flip: () => void;
  /** Fills the form with a previous trade. */
  fill: (trade: SwapTrade) => void;
}

interface Options {
  decimalsOf: (symbol: SwapSymbol) => number;
  locale: string;
  texts: Texts<'action'>['amount'];
}

/** The state of the form. */
export function useSwapForm({ decimalsOf, locale, texts }: Options): SwapFormState {
  const [form, setForm] = useState(EMPTY);
  const [typed, setTyped] = useState('');
  const exact = form.kind === 'EXACT_IN' ? form.from : form.to;
  const reading = readAmountField(typed, { token: exact, decimals: decimalsOf(exact), locale, available: null }, texts);
  const setTokens = (from: SwapSymbol, to: SwapSymbol, kind: SwapForm['kind']): void => {
    setForm({ ...form, from, to, kind });
    $swapPair.set({ from, to });
  };
  return {
    form: { ...form, amount: reading.ok ? reading.amountBaseUnits : null },
    typed,
    fault: reading.ok || reading.isEmpty ? null : reading.message,
    change: (part) => setForm({ ...form, ...part }),
    type: (kind, text) => {
      setForm({ ...form, kind });
      setTyped(text);
    },
    choose: (side, symbol) => {
      const { from, to, kind } = form;
      // Choosing the other side's token swaps the two.
      if (side === 'from') setTokens(symbol, symbol === to ? from : to, kind);
      else setTokens(symbol === from ? to : from, symbol, kind);
    },
    // The amount stays with its token.
    flip: () => setTokens(form.to, form.from, form.kind === 'EXACT_IN' ? 'EXACT_OUT' : 'EXACT_IN'),
    fill: ({ kind, tokenIn, tokenOut, amountIn, amountOut }) => {
      setTokens(tokenIn.symbol, tokenOut.symbol, kind);
      const [amount, { decimals }] = kind === 'EXACT_IN' ? [amountIn, tokenIn] : [amountOut, tokenOut];
      setTyped(formatAmount(amount, decimals, { locale, useGrouping: false }));
    },
  };
}
