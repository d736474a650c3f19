import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { SwapTrade } from '../../lib/swap/reduce-swap-run.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { $swapPair } from '../../stores/swap.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { bound, type BoundAmount, useTypedAmount } from '../action/typed-amount.ts';
import { useLocale } from '../root/island.ts';
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
  /** What the exact field holds. */
  exact: BoundAmount;
  change: (part: Partial<SwapForm>) => void;
  type: (kind: SwapForm['kind'], typed: string) => void;
  choose: (side: 'from' | 'to', symbol: SwapSymbol) => void;
  flip: () => void;
  /** Fills the form with a previous trade. */
  fill: (trade: SwapTrade) => void;
}

/** The state of the form. */
export function useSwapForm(decimalsOf: (symbol: SwapSymbol) => number): SwapFormState {
  const locale = useLocale();
  const [form, setForm] = useState(EMPTY);
  const [typed, setTyped] = useState('');
  const token = form.kind === 'EXACT_IN' ? form.from : form.to;
  const type: SwapFormState['type'] = (kind, text) => {
    setForm({ ...form, kind });
    setTyped(text);
  };
  const exact = bound(
    useTypedAmount(typed, (text) => type(form.kind, text), token, decimalsOf(token)),
    { available: null },
  );
  const { judged, decimals } = exact;
  const setTokens = (from: SwapSymbol, to: SwapSymbol, kind: SwapForm['kind']): void => {
    setForm({ ...form, from, to, kind });
    $swapPair.set({ from, to });
  };
  return {
    form: { ...form, amount: judged.kind === 'valid' ? judged.amount / unitOf(decimals) : null },
    exact,
    change: (part) => setForm({ ...form, ...part }),
    type,
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
      const [amount, traded] = kind === 'EXACT_IN' ? [amountIn, tokenIn] : [amountOut, tokenOut];
      setTyped(formatAmount(amount, { locale, useGrouping: false, decimals: traded.decimals }));
    },
  };
}
