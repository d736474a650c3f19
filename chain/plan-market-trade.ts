import { getAmountOut } from '../src/lib/chain/exchange-math.ts';
import type { PairName, TokenName } from './plan-trades.ts';

/** A pool's reserves; `base` is the first token of the pair's name. */
export interface MarketPool {
  base: bigint;
  quote: bigint;
}

export interface MarketTrade {
  pair: PairName;
  tokenIn: TokenName;
  tokenOut: TokenName;
  amountIn: bigint;
  /** Less than what the pool would pay now, since someone may trade in between. */
  amountOutMin: bigint;
}

const FEE_BASIS_POINTS = 50n;
const ONE = 10n ** 18n;
const SCALE = 10n ** 30n;
/** How far a price may be pushed from its anchor, in parts per million: well below what would stop the provider's sales. */
const REACH_PPM = 8_000;
const PPM = 1_000_000n;

interface Kind {
  pair: PairName;
  base: TokenName;
  quote: TokenName;
  /**
   * The price to wander around, in base units of the quote per base unit of the base, times 10^30; null if it follows from the other two
   * pools.
   */
  anchor: bigint | null;
  /** Minimum and maximum payment, in the quote's base units. */
  size: readonly [least: bigint, most: bigint];
  weight: number;
}

const KINDS: readonly Kind[] = [
  { pair: 'jufUsdt', base: 'juf', quote: 'usdt', anchor: (42n * 10n ** 4n * SCALE) / ONE, size: [20_000_000n, 400_000_000n], weight: 6 },
  { pair: 'wjuUsdt', base: 'wju', quote: 'usdt', anchor: (84n * 10n ** 3n * SCALE) / ONE, size: [10_000_000n, 150_000_000n], weight: 2 },
  { pair: 'jufWju', base: 'juf', quote: 'wju', anchor: null, size: [100n * ONE, 1_500n * ONE], weight: 2 },
];

/** The next small trade: moves a price towards its current target, so that prices wander but never run away. */
export function planMarketTrade(pools: Readonly<Record<PairName, MarketPool>>, random: () => number): MarketTrade {
  const { pair, base, quote, anchor, size } = pick(random);
  const pool = pools[pair];
  const drawnTo = ((anchor ?? crossPrice(pools)) * (PPM + BigInt((random() % (2 * REACH_PPM + 1)) - REACH_PPM))) / PPM;
  const worth = size[0] + (BigInt(random()) * (size[1] - size[0])) / 2n ** 32n;
  const isCheap = pool.quote * SCALE < pool.base * drawnTo;
  const [tokenIn, tokenOut] = isCheap ? [quote, base] : [base, quote];
  const amountIn = isCheap ? worth : (worth * pool.base) / pool.quote;
  const reserves = isCheap ? { reserveIn: pool.quote, reserveOut: pool.base } : { reserveIn: pool.base, reserveOut: pool.quote };
  return { pair, tokenIn, tokenOut, amountIn, amountOutMin: (getAmountOut(amountIn, reserves, FEE_BASIS_POINTS) * 99n) / 100n };
}

function crossPrice({ jufUsdt, wjuUsdt }: Readonly<Record<PairName, MarketPool>>): bigint {
  return (jufUsdt.quote * wjuUsdt.base * SCALE) / (jufUsdt.base * wjuUsdt.quote);
}

function pick(random: () => number): Kind {
  const deck = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const picked = deck[random() % deck.length];
  if (picked === undefined) throw new RangeError('There is nothing to trade');
  return picked;
}
