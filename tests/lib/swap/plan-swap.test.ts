import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { impactLevel } from '../../../src/lib/swap/judge-swap.ts';
import { amountAtMost, planSwap, type SwapSituation } from '../../../src/lib/swap/plan-swap.ts';
import type { SwapKind, SwapQuote } from '../../../src/lib/swap/quote-swap.ts';
import { limitOf, readSlippage, slippageOf, slippageWarning } from '../../../src/lib/swap/slippage.ts';
import type { SwapSymbol } from '../../../src/lib/swap/swap-token.ts';
import { tokens } from './swap-world.ts';

const { router, wju } = developmentAddresses;

function quote(kind: SwapKind, from: SwapSymbol, to: SwapSymbol): SwapQuote {
  const [tokenIn, tokenOut] = [tokens[from], tokens[to]];
  const path = tokenIn.address === tokenOut.address ? [] : [tokenIn.address, tokenOut.address];
  return { kind, tokenIn, tokenOut, amountIn: 1_000n, amountOut: 900n, path, fee: 5n, priceImpactBasisPoints: 10n };
}

function situation(kind: SwapKind, from: SwapSymbol, to: SwapSymbol, allowance = 0n, changesAllowance = true): SwapSituation {
  return { quote: quote(kind, from, to), limit: kind === 'EXACT_IN' ? 890n : 1_010n, router, allowance, changesAllowance };
}

const path = (from: SwapSymbol, to: SwapSymbol) => [tokens[from].address, tokens[to].address];

describe('the trade', () => {
  const cases = [
    ['EXACT_IN', 'JUF', 'USDT', { functionName: 'swapExactTokensForTokens', amountIn: 1_000n, amountOutMin: 890n }, 0n],
    ['EXACT_IN', 'JUF', 'JU', { functionName: 'swapExactTokensForETH', amountIn: 1_000n, amountOutMin: 890n }, 0n],
    ['EXACT_IN', 'JU', 'JUF', { functionName: 'swapExactETHForTokens', amountOutMin: 890n }, 1_000n],
    ['EXACT_OUT', 'WJU', 'USDT', { functionName: 'swapTokensForExactTokens', amountOut: 900n, amountInMax: 1_010n }, 0n],
    ['EXACT_OUT', 'USDT', 'JU', { functionName: 'swapTokensForExactETH', amountOut: 900n, amountInMax: 1_010n }, 0n],
    ['EXACT_OUT', 'JU', 'USDT', { functionName: 'swapETHForExactTokens', amountOut: 900n }, 1_010n],
  ] as const;
  test.each(cases)('%s from %s to %s keeps to the limit', (kind, from, to, call, value) => {
    const steps = planSwap(situation(kind, from, to));
    expect(steps.at(-1)).toEqual({ kind: 'SWAP', call: { ...call, path: path(from, to) }, value });
  });
});

describe('the approval', () => {
  const token = tokens.USDT.address;
  test('is exactly what an exact payment takes', () => {
    expect(planSwap(situation('EXACT_IN', 'USDT', 'JUF'))[0]).toEqual({ kind: 'APPROVE', token, spender: router, amount: 1_000n });
  });
  test('is the most that an exact receipt may take', () => {
    expect(planSwap(situation('EXACT_OUT', 'USDT', 'JUF'))[0]).toEqual({ kind: 'APPROVE', token, spender: router, amount: 1_010n });
  });
  test('is left out where the router may take enough already', () => {
    expect(planSwap(situation('EXACT_IN', 'USDT', 'JUF', 1_000n)).map(({ kind }) => kind)).toEqual(['SWAP']);
  });
  test('is requested if it is one unit short', () => {
    expect(planSwap(situation('EXACT_IN', 'USDT', 'JUF', 999n)).map(({ kind }) => kind)).toEqual(['APPROVE', 'SWAP']);
  });
  test('comes after a reset where the token refuses to change an allowance', () => {
    const steps = planSwap(situation('EXACT_IN', 'USDT', 'JUF', 999n, false));
    expect(steps.map(({ kind }) => kind)).toEqual(['RESET_ALLOWANCE', 'APPROVE', 'SWAP']);
  });
  test('needs no reset where nothing is allowed yet', () => {
    expect(planSwap(situation('EXACT_IN', 'USDT', 'JUF', 0n, false)).map(({ kind }) => kind)).toEqual(['APPROVE', 'SWAP']);
  });
  test('is never requested for JU', () => {
    expect(planSwap(situation('EXACT_OUT', 'JU', 'JUF')).map(({ kind }) => kind)).toEqual(['SWAP']);
  });
});

test('JU is wrapped and unwrapped by its own contract', () => {
  expect(planSwap(situation('EXACT_IN', 'JU', 'WJU'))).toEqual([{ kind: 'WRAP', amount: 1_000n }]);
  expect(planSwap(situation('EXACT_IN', 'WJU', 'JU'))).toEqual([{ kind: 'UNWRAP', amount: 1_000n }]);
  expect(tokens.JU.address).toBe(wju);
});

describe('slippage', () => {
  test('is half a percent for each pool when chosen automatically, and none for wrapping', () => {
    expect(slippageOf('auto', undefined)).toBe(50n);
    expect(slippageOf('auto', quote('EXACT_IN', 'JUF', 'USDT'))).toBe(50n);
    expect(slippageOf('auto', { path: [tokens.JUF.address, wju, tokens.USDT.address] })).toBe(100n);
    expect(slippageOf(100n, quote('EXACT_IN', 'JU', 'WJU'))).toBe(0n);
  });
  test('is warned of at both ends', () => {
    const warnings = (['auto', 10n, 50n, 100n, ...[9n, 10n, 200n, 201n].map((customBasisPoints) => ({ customBasisPoints }))] as const).map(
      slippageWarning,
    );
    expect(warnings).toEqual([null, null, null, null, 'LOW', null, null, 'HIGH']);
  });
  test('is read as the locale writes it, to the basis point and up to half', () => {
    expect(readSlippage('0.35', 'en-US')).toBe(35n);
    expect(readSlippage('0,35', 'de-DE')).toBe(35n);
    expect(['', '-1', '0.355', '50.01', 'x'].map((typed) => readSlippage(typed, 'en-US'))).toEqual([null, null, null, null, null]);
    expect(readSlippage('50', 'en-US')).toBe(5_000n);
  });
  test('never lets a trade end worse than chosen', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 112n),
        fc.bigInt(0n, 5_000n),
        fc.constantFrom<SwapKind>('EXACT_IN', 'EXACT_OUT'),
        (amount, slippage, kind) => {
          const limit = limitOf({ ...quote(kind, 'JUF', 'USDT'), amountIn: amount, amountOut: amount }, slippage);
          if (kind === 'EXACT_IN') expect(limit <= amount && limit * 10_000n >= amount * (10_000n - slippage)).toBe(true);
          else expect(limit >= amount && limit * 10_000n <= amount * (10_000n + slippage)).toBe(true);
        },
      ),
    );
  });
  test('of an exact receipt is the most that leaves the wallet', () => {
    expect(amountAtMost(situation('EXACT_OUT', 'USDT', 'JUF'))).toBe(1_010n);
    expect(amountAtMost(situation('EXACT_IN', 'USDT', 'JUF'))).toBe(1_000n);
  });
});

test('the price impact is warned of from 3 % and has to be typed from 15 %', () => {
  expect([0n, 299n, 300n, 1_499n, 1_500n].map(impactLevel)).toEqual(['NONE', 'NONE', 'WARN', 'WARN', 'TYPE']);
});
