import fc from 'fast-check';
import { decodeFunctionResult, encodeFunctionData, type Address, type Hex, numberToHex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { pairAbi } from '../../../src/lib/chain/abis/pair.ts';
import { routerAbi } from '../../../src/lib/chain/abis/router.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { type Pool, type QuoteResult, quoteSwap, type SwapRequest } from '../../../src/lib/swap/quote-swap.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { tokens } from './swap-world.ts';

const { juf, usdt, wju, pairs, router } = developmentAddresses;
const FEE = 50n;
const CASES = 1_000;
const MAX_RESERVE = (1n << 112n) - 1n;

interface Case {
  request: SwapRequest;
  reserves: [bigint, bigint][];
}

const reserve = fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(10n ** 9n, 10n ** 24n), fc.bigInt(0n, MAX_RESERVE));
const someToken = fc.constantFrom(tokens.JUF, tokens.USDT, tokens.JU, tokens.WJU);
const someCase: fc.Arbitrary<Case> = fc
  .record({
    request: fc.record({
      kind: fc.constantFrom('EXACT_IN' as const, 'EXACT_OUT' as const),
      tokenIn: someToken,
      tokenOut: someToken,
      amount: fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, MAX_RESERVE)),
    }),
    reserves: fc.array(fc.tuple(reserve, reserve), { minLength: 3, maxLength: 3 }),
  })
  .filter(({ request }) => request.tokenIn.address !== request.tokenOut.address);

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

describe('a quote is what the router says, to the last unit', () => {
  test('on a thousand random trades over random pools', async () => {
    const slot = await reserveSlot();
    const cases = fc.sample(someCase, { numRuns: CASES, seed: 6 });
    const asked = cases.flatMap((one) => pathsOf(one.request).map((path) => ({ one, path })));
    const answers = await readRouter(asked, slot);
    let priced = 0;
    for (const [index, one] of cases.entries()) {
      const routes = asked.flatMap((entry, place) => (entry.one === one ? [{ path: entry.path, answer: answers[place] ?? null }] : []));
      const best = bestOf(one.request, routes);
      const result = quoteSwap(one.request, { pools: poolsOf(one.reserves), wju, feeBasisPoints: FEE });
      expect({ index, ...amountsOf(result) }).toEqual({ index, ...best });
      if (result.ok) priced += 1;
    }
    expect(priced).toBeGreaterThan(CASES / 3);
  });
});

describe('the best route', () => {
  const deep: [bigint, bigint][] = [
    [10n ** 24n, 10n ** 12n],
    [10n ** 24n, 10n ** 12n],
    [10n ** 24n, 10n ** 24n],
  ];
  const request: SwapRequest = { kind: 'EXACT_IN', tokenIn: tokens.JUF, tokenOut: tokens.USDT, amount: 10n ** 20n };

  test('is the straight one where it gives no less', () => {
    expect(quoteOf(request, deep).path).toEqual([juf, usdt]);
  });

  test('leads through WJU where that gives more, and says the fee of both pools', () => {
    const quote = quoteOf(request, [[10n ** 22n, 10n ** 10n], ...deep.slice(1)] as [bigint, bigint][]);
    expect(quote.path).toEqual([juf, wju, usdt]);
    // 1 − 0.995², of what goes in.
    expect(quote.fee).toBe((10n ** 20n * 9_975n) / 1_000_000n);
  });
});

describe('the price impact', () => {
  test('leaves the fee aside: a trade of half the pool’s depth loses a third', () => {
    const kept = 10n ** 20n;
    const amount = (kept * 10_000n) / 9_950n;
    const reserves: [bigint, bigint][] = [
      [kept * 2n, kept * 2n],
      [0n, 0n],
      [0n, 0n],
    ];
    expect(quoteOf({ kind: 'EXACT_IN', tokenIn: tokens.JUF, tokenOut: tokens.USDT, amount }, reserves).priceImpactBasisPoints).toBe(3_334n);
  });
});

describe('what cannot be traded', () => {
  const request: SwapRequest = { kind: 'EXACT_IN', tokenIn: tokens.JUF, tokenOut: tokens.USDT, amount: 5n };
  const none = { wju, feeBasisPoints: FEE, pools: [] };
  const empty: [bigint, bigint][] = [
    [0n, 0n],
    [0n, 0n],
    [0n, 0n],
  ];

  test('has no pair', () => {
    expect(quoteSwap(request, none)).toEqual({ ok: false, reason: 'NO_PAIR' });
  });
  test('has a pair and no liquidity', () => {
    expect(quoteSwap(request, { ...none, pools: poolsOf(empty) })).toEqual({ ok: false, reason: 'NO_LIQUIDITY' });
  });
  test('asks for more than the pools hold', () => {
    const all: SwapRequest = { ...request, kind: 'EXACT_OUT', amount: 100n };
    const pools = poolsOf([
      [100n, 100n],
      [0n, 0n],
      [0n, 0n],
    ]);
    expect(quoteSwap(all, { ...none, pools })).toEqual({ ok: false, reason: 'NO_LIQUIDITY' });
  });
  test('is too little to give anything', () => {
    const pools = poolsOf([
      [10n ** 9n, 10n],
      [0n, 0n],
      [0n, 0n],
    ]);
    expect(quoteSwap(request, { ...none, pools })).toEqual({ ok: false, reason: 'TOO_LITTLE' });
  });
});

test('JU is wrapped and unwrapped one for one, without fee and whatever the pools hold', () => {
  const wrap = quoteSwap(
    { kind: 'EXACT_OUT', tokenIn: tokens.JU, tokenOut: tokens.WJU, amount: 7n },
    { pools: [], wju, feeBasisPoints: FEE },
  );
  expect(wrap).toMatchObject({ ok: true, quote: { amountIn: 7n, amountOut: 7n, fee: 0n, path: [], priceImpactBasisPoints: 0n } });
});

const pairsInOrder = [
  { pair: pairs.jufUsdt, tokens: [juf, usdt] },
  { pair: pairs.wjuUsdt, tokens: [wju, usdt] },
  { pair: pairs.jufWju, tokens: [juf, wju] },
] as const;

/** The reserves are given in the order of the pair's name. */
function poolsOf(reserves: readonly [bigint, bigint][]): Pool[] {
  return pairsInOrder.map(({ pair, tokens: [one, other] }, index) => {
    const [ofOne, ofOther] = reserves[index] ?? [0n, 0n];
    return isFirst(one, other)
      ? { pair, token0: one, token1: other, reserve0: ofOne, reserve1: ofOther }
      : { pair, token0: other, token1: one, reserve0: ofOther, reserve1: ofOne };
  });
}

function isFirst(one: Address, other: Address): boolean {
  return BigInt(one) < BigInt(other);
}

function quoteOf(request: SwapRequest, reserves: readonly [bigint, bigint][]) {
  const result = quoteSwap(request, { pools: poolsOf(reserves), wju, feeBasisPoints: FEE });
  if (!result.ok) throw new Error(result.reason);
  return result.quote;
}

function pathsOf({ tokenIn, tokenOut }: SwapRequest): Address[][] {
  const straight = [tokenIn.address, tokenOut.address];
  return straight.includes(wju) ? [straight] : [straight, [tokenIn.address, wju, tokenOut.address]];
}

function amountsOf(result: QuoteResult): { amountIn: bigint; amountOut: bigint } | null {
  return result.ok ? { amountIn: result.quote.amountIn, amountOut: result.quote.amountOut } : null;
}

/** The best of the router's own answers: the most out, or the least in. A trade that yields nothing doesn't count. */
function bestOf({ kind }: SwapRequest, routes: readonly { answer: readonly bigint[] | null }[]): ReturnType<typeof amountsOf> {
  const offers = routes.flatMap(({ answer }) => {
    const [amountIn, amountOut] = [answer?.at(0), answer?.at(-1)];
    return amountIn === undefined || amountOut === undefined || amountOut === 0n ? [] : [{ amountIn, amountOut }];
  });
  const worth = (offer: { amountIn: bigint; amountOut: bigint }): bigint => (kind === 'EXACT_IN' ? offer.amountOut : -offer.amountIn);
  return offers.reduce<ReturnType<typeof amountsOf>>((best, offer) => (best && worth(best) >= worth(offer) ? best : offer), null);
}

/** All questions in few requests; the pools' reserves are overridden for each question alone. */
async function readRouter(asked: readonly { one: Case; path: Address[] }[], slot: Hex): Promise<(readonly bigint[] | null)[]> {
  const requests = asked.map(({ one: { request, reserves }, path }, id) => {
    const functionName = request.kind === 'EXACT_IN' ? 'getAmountsOut' : 'getAmountsIn';
    const data = encodeFunctionData({ abi: routerAbi, functionName, args: [request.amount, path] });
    const overrides = Object.fromEntries(
      poolsOf(reserves).map(({ pair, reserve0, reserve1 }) => [pair, { stateDiff: { [slot]: packed(reserve0, reserve1) } }]),
    );
    return { jsonrpc: '2.0', id, method: 'eth_call', params: [{ to: router, data }, 'latest', overrides] };
  });
  const answers: (readonly bigint[] | null)[] = [];
  for (let from = 0; from < requests.length; from += 250) {
    const body = JSON.stringify(requests.slice(from, from + 250));
    const response = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    for (const { id, result } of (await response.json()) as { id: number; result?: Hex }[])
      answers[id] = result === undefined ? null : decodeFunctionResult({ abi: routerAbi, functionName: 'getAmountsOut', data: result });
  }
  return answers;
}

/** A pair's storage slot for its reserves, found by their value. */
async function reserveSlot(): Promise<Hex> {
  const [reserve0, reserve1] = await node.publicClient.readContract({ address: pairs.jufUsdt, abi: pairAbi, functionName: 'getReserves' });
  for (let index = 0; index < 20; index += 1) {
    const slot = pad(numberToHex(index));
    const word = BigInt((await node.publicClient.getStorageAt({ address: pairs.jufUsdt, slot })) ?? 0n);
    // The time of the last change lies above them.
    if ((word & MAX_RESERVE) === reserve0 && ((word >> 112n) & MAX_RESERVE) === reserve1) return slot;
  }
  throw new Error('The pair keeps its reserves elsewhere');
}

function packed(reserve0: bigint, reserve1: bigint): Hex {
  return pad(numberToHex((1n << 224n) | (reserve1 << 112n) | reserve0));
}
