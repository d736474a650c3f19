// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import swap from '../../../public/locales/en/swap.json' with { type: 'json' };
import { decimalsIn, SwapSides } from '../../../src/islands/swap/SwapSides.tsx';
import { type SwapFormState, useSwapForm } from '../../../src/islands/swap/use-swap-form.ts';
import { judgeSwap } from '../../../src/lib/swap/judge-swap.ts';
import type { Market, MarketFacts } from '../../../src/lib/swap/market.ts';
import { Island } from '../Island.tsx';

const addressOf = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`;
const [juf, usdt, wju] = [addressOf('1'), addressOf('2'), addressOf('3')];
const JUF = 10n ** 18n;
const USDT = 10n ** 6n;
const pair = { pair: addressOf('a'), token0: juf, token1: usdt };
const facts: MarketFacts = {
  addresses: { juf, usdt, wju, router: addressOf('8'), factory: addressOf('9') },
  tokens: {
    JUF: { symbol: 'JUF', address: juf, decimals: 18 },
    USDT: { symbol: 'USDT', address: usdt, decimals: 6 },
    JU: { symbol: 'JU', address: wju, decimals: 18 },
    WJU: { symbol: 'WJU', address: wju, decimals: 18 },
  },
  pairs: [pair],
  feeBasisPoints: 50n,
};
const market: Market = {
  blockNumber: 10,
  pools: [{ ...pair, reserve0: 1_000_000n * JUF, reserve1: 2_000_000n * USDT }],
  gasPrice: 10n ** 9n,
  holdings: {
    owner: addressOf('c'),
    balances: { JUF: 5n * JUF, USDT: 100n * USDT + 1n, JU: JUF, WJU: 0n },
    allowances: { JUF: 0n, USDT: 0n, WJU: 0n },
  },
};

let form: SwapFormState;

function Form() {
  form = useSwapForm((symbol) => decimalsIn(facts, symbol));
  const { quote } = judgeSwap(form.form, facts, market, 'en-US');
  const exchange = { facts, market, readAtMs: Date.now(), trouble: null, isKept: false };
  return <SwapSides swapForm={form} exchange={exchange} quote={quote} isShort={false} isWaiting={false} isBusy={false} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('a side of a swap is typed as any amount, and traded in the token’s own units', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      <Island locale="en-US" texts={{ action, swap }}>
        <Form />
      </Island>,
    ),
  );
  const field = (id: string): HTMLInputElement | null => place.querySelector<HTMLInputElement>(`#${id}`);
  const sideOf = (id: string): Element | null | undefined => field(id)?.closest('.amount');

  act(() => form.type('EXACT_IN', '1,234.5'));
  expect(form.form.amount).toBe(1_234_500_000n);
  expect(sideOf('swap-in')?.textContent).toContain('= 1,234.50\u00a0USDT≈ US$\u00a01,234.50');
  expect(Number(field('swap-out')?.value)).toBeGreaterThan(600);
  expect(sideOf('swap-out')?.querySelector('.shares')).toBeNull();
  expect(field('swap-out')?.getAttribute('aria-describedby')).toBe('swap-message');

  act(() => form.type('EXACT_IN', '1.2345678'));
  expect(form.form.amount).toBeNull();
  expect(form.exact.judged).toMatchObject({ kind: 'invalid', fault: { reason: 'TOO_MANY_FRACTION_DIGITS', excessDigits: '8' } });
  expect(sideOf('swap-in')?.hasAttribute('data-invalid')).toBe(true);

  act(() => [...(sideOf('swap-in')?.querySelectorAll('button') ?? [])].at(-1)?.click());
  expect(field('swap-in')?.value).toBe('100.000001');
  expect(form.form.amount).toBe(100n * USDT + 1n);
  expect(sideOf('swap-in')?.hasAttribute('data-invalid')).toBe(false);

  act(() => form.type('EXACT_OUT', '3'));
  expect(form.form.amount).toBe(3n * JUF);
  act(() => root.unmount());
});
