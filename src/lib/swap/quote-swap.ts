import { mulDivCeil } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { ExchangeMathError, getAmountIn, getAmountOut, type TradeReserves } from '../chain/exchange-math.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import type { SwapToken } from './swap-token.ts';

/** Which of the two amounts the person entered; the other one is computed. */
export type SwapKind = 'EXACT_IN' | 'EXACT_OUT';

export interface SwapRequest {
  kind: SwapKind;
  tokenIn: SwapToken;
  tokenOut: SwapToken;
  /** In base units of the token whose amount is exact. */
  amount: bigint;
}

export interface SwapQuote {
  kind: SwapKind;
  tokenIn: SwapToken;
  tokenOut: SwapToken;
  amountIn: bigint;
  amountOut: bigint;
  /** Empty if JU is only wrapped or unwrapped. */
  path: readonly Address[];
  /** The fees of all pools of the route, in the input token; rounded up. */
  fee: bigint;
  /** How much worse than the pools' current ratio, without the fee; rounded up. */
  priceImpactBasisPoints: bigint;
}

export type QuoteRefusal =
  /** The exchange has no pool for the pair, not even via WJU. */
  | 'NO_PAIR'
  /** The pools are empty, or hold less than requested. */
  | 'NO_LIQUIDITY'
  /** So little that the output would be zero. */
  | 'TOO_LITTLE';

export type QuoteResult = { ok: true; quote: SwapQuote } | { ok: false; reason: QuoteRefusal };

export interface Exchange {
  pools: readonly Pool[];
  wju: Address;
  feeBasisPoints: bigint;
}

/** The exchange's best trade, direct or via WJU, equal to the router's result to the last unit. */
export function quoteSwap(request: SwapRequest, exchange: Exchange): QuoteResult {
  if (sameAddress(request.tokenIn.address, request.tokenOut.address)) return { ok: true, quote: oneForOne(request) };
  const routes = routesOf(request, exchange);
  if (routes.length === 0) return { ok: false, reason: 'NO_PAIR' };
  const results = routes.map((route) => quoteRoute(request, route, exchange.feeBasisPoints));
  const quotes = results.flatMap((result) => (result.ok ? [result.quote] : []));
  const best = quotes.reduce<SwapQuote | undefined>((one, other) => (one && !isBetter(other, one) ? one : other), undefined);
  if (best) return { ok: true, quote: best };
  return results.find(({ ok }) => !ok) ?? { ok: false, reason: 'NO_LIQUIDITY' };
}

interface Route {
  path: readonly Address[];
  hops: readonly TradeReserves[];
}

function oneForOne({ kind, tokenIn, tokenOut, amount }: SwapRequest): SwapQuote {
  return { kind, tokenIn, tokenOut, amountIn: amount, amountOut: amount, path: [], fee: 0n, priceImpactBasisPoints: 0n };
}

/** Direct first, so that the shorter of two equal routes is taken. */
function routesOf({ tokenIn, tokenOut }: SwapRequest, { pools, wju }: Exchange): Route[] {
  const viaWju = sameAddress(tokenIn.address, wju) || sameAddress(tokenOut.address, wju) ? [] : [[tokenIn.address, wju, tokenOut.address]];
  return [[tokenIn.address, tokenOut.address], ...viaWju].flatMap((path) => {
    const hops = path.slice(1).map((to, index) => reservesFor(pools, path[index] ?? to, to));
    return hops.every((hop) => hop !== undefined) ? [{ path, hops }] : [];
  });
}

function quoteRoute(request: SwapRequest, { path, hops }: Route, feeBasisPoints: bigint): QuoteResult {
  const { kind, tokenIn, tokenOut, amount } = request;
  const traded = tradeThrough(hops, kind, amount, feeBasisPoints);
  return traded.ok ? { ok: true, quote: { kind, tokenIn, tokenOut, path, ...traded.trade } } : traded;
}

export type Trade = Pick<SwapQuote, 'amountIn' | 'amountOut' | 'fee' | 'priceImpactBasisPoints'>;

/** A trade through these pools, one after the other. */
export function tradeThrough(
  hops: readonly TradeReserves[],
  kind: SwapKind,
  amount: bigint,
  feeBasisPoints: bigint,
): { ok: true; trade: Trade } | { ok: false; reason: QuoteRefusal } {
  try {
    const amountIn = kind === 'EXACT_IN' ? amount : hops.reduceRight((out, hop) => getAmountIn(out, hop, feeBasisPoints), amount);
    const amountOut = kind === 'EXACT_OUT' ? amount : hops.reduce((into, hop) => getAmountOut(into, hop, feeBasisPoints), amount);
    if (amountOut === 0n) return { ok: false, reason: 'TOO_LITTLE' };
    const priceImpactBasisPoints = impactOf(amountIn, amountOut, hops, feeBasisPoints);
    const fee = feeOf(amountIn, hops.length, feeBasisPoints);
    return { ok: true, trade: { amountIn, amountOut, fee, priceImpactBasisPoints } };
  } catch (error) {
    if (!(error instanceof ExchangeMathError) || error.code === 'INVALID_FEE') throw error;
    return { ok: false, reason: error.code === 'INSUFFICIENT_LIQUIDITY' ? 'NO_LIQUIDITY' : 'TOO_LITTLE' };
  }
}

function isBetter(one: SwapQuote, other: SwapQuote): boolean {
  return one.kind === 'EXACT_IN' ? one.amountOut > other.amountOut : one.amountIn < other.amountIn;
}

/** Computed over the whole route at once, so that nothing is rounded before the end. */
function impactOf(amountIn: bigint, amountOut: bigint, hops: readonly TradeReserves[], feeBasisPoints: bigint): bigint {
  const worth = hops.reduce((value, { reserveOut }) => value * (BASIS_POINTS - feeBasisPoints) * reserveOut, amountIn);
  const given = hops.reduce((value, { reserveIn }) => value * BASIS_POINTS * reserveIn, amountOut);
  return worth <= given ? 0n : mulDivCeil(worth - given, BASIS_POINTS, worth);
}

function feeOf(amountIn: bigint, pools: number, feeBasisPoints: bigint): bigint {
  const whole = BASIS_POINTS ** BigInt(pools);
  return mulDivCeil(amountIn, whole - (BASIS_POINTS - feeBasisPoints) ** BigInt(pools), whole);
}

/** A pair of the exchange at one moment. */
export interface Pool {
  pair: Address;
  token0: Address;
  token1: Address;
  reserve0: bigint;
  reserve1: bigint;
}

/** The reserves in the direction of a trade; undefined if the exchange has no such pair. */
export function reservesFor(pools: readonly Pool[], tokenIn: Address, tokenOut: Address): TradeReserves | undefined {
  for (const { token0, token1, reserve0, reserve1 } of pools) {
    if (sameAddress(token0, tokenIn) && sameAddress(token1, tokenOut)) return { reserveIn: reserve0, reserveOut: reserve1 };
    if (sameAddress(token1, tokenIn) && sameAddress(token0, tokenOut)) return { reserveIn: reserve1, reserveOut: reserve0 };
  }
  return undefined;
}
