import { getAmountOut } from '../src/lib/chain/exchange-math.ts';
import { SEED_LIQUIDITY } from './plan-deployment.ts';

export type PairName = 'jufUsdt' | 'wjuUsdt' | 'jufWju';
export type TokenName = 'juf' | 'usdt' | 'wju';

export interface PlannedTrade {
  pair: PairName;
  tokenIn: TokenName;
  tokenOut: TokenName;
  amountIn: bigint;
  /** What the router pays out, exactly. */
  amountOut: bigint;
}

/** The trades of one block. */
interface PlannedBlock {
  secondsAfterGenesis: number;
  trades: PlannedTrade[];
}

interface TradePlan {
  blocks: PlannedBlock[];
  /** The pools after the last trade; `base` is the first token of the pair's name. */
  pools: Record<PairName, Pool>;
}

interface Pool {
  base: bigint;
  quote: bigint;
}

const DAY_SECONDS = 86_400;
const DAYS = 120;
const SLOTS_PER_DAY = 4;
const SLOT_SECONDS = DAY_SECONDS / SLOTS_PER_DAY;
const SLOTS = DAYS * SLOTS_PER_DAY;
/** Leaves room for the deployment before the first trade, and for a slow start after the last. */
const FIRST_AT = 3_600;
const JITTER_SECONDS = 9_000;

const EXCHANGE_FEE = 50n;
const PPM = 1_000_000n;
const ONE = 10n ** 18n;

/** Prices are quote base units per base base unit with 30 digits, so that USDT's six decimals keep their precision. */
const SCALE = 10n ** 30n;
const JUF_START = (36n * 10n ** 4n * SCALE) / ONE;
const JUF_END = (42n * 10n ** 4n * SCALE) / ONE;
const JU_PRICE = (84n * 10n ** 3n * SCALE) / ONE;

/** Minimum trade: one JUF or JU, one USDT. */
const LEAST: Record<TokenName, bigint> = { juf: ONE, wju: ONE, usdt: 10n ** 6n };
/** Trades look like a person's: two decimals. */
const STEP: Record<TokenName, bigint> = { juf: ONE / 100n, wju: ONE / 100n, usdt: 10n ** 4n };

/**
 * 120 days of trades along two wandering prices, always the same: JUF rises from about 0.36 to 0.42 USDT, JU stays around 0.084, and the
 * JUF/WJU pool is arbitraged to match. The pools are computed along with them, so each trade's outcome is known before any node exists.
 */
export function planTrades(seed = 0x6a756669): TradePlan {
  const random = createRandom(seed);
  const pools: Record<PairName, Pool> = {
    jufUsdt: { base: SEED_LIQUIDITY.jufUsdt.juf, quote: SEED_LIQUIDITY.jufUsdt.usdt },
    wjuUsdt: { base: SEED_LIQUIDITY.wjuUsdt.ju, quote: SEED_LIQUIDITY.wjuUsdt.usdt },
    jufWju: { base: SEED_LIQUIDITY.jufWju.juf, quote: SEED_LIQUIDITY.jufWju.ju },
  };
  const blocks: PlannedBlock[] = [];
  let jufDeviation = 0n;
  let juDeviation = 0n;
  for (let slot = 0; slot < SLOTS; slot += 1) {
    jufDeviation = wander(jufDeviation, 7_000, random);
    juDeviation = wander(juDeviation, 9_000, random);
    const trend = JUF_START + ((JUF_END - JUF_START) * BigInt(slot)) / BigInt(SLOTS - 1);
    const candidates = [tradeTowards('jufUsdt', pools, (trend * (PPM + jufDeviation)) / PPM)];
    if (slot % SLOTS_PER_DAY === 1) candidates.push(tradeTowards('wjuUsdt', pools, (JU_PRICE * (PPM + juDeviation)) / PPM));
    if (slot % SLOTS_PER_DAY === 3) candidates.push(tradeTowards('jufWju', pools, crossPrice(pools)));
    const trades = candidates.filter((trade) => trade !== null);
    const secondsAfterGenesis = FIRST_AT + slot * SLOT_SECONDS + (random() % JITTER_SECONDS);
    if (trades.length > 0) blocks.push({ secondsAfterGenesis, trades });
  }
  return { blocks, pools };
}

/** A random walk that is drawn back to zero, in parts per million. */
function wander(deviation: bigint, reach: number, random: () => number): bigint {
  return (deviation * 97n) / 100n + BigInt((random() % (2 * reach + 1)) - reach);
}

function crossPrice({ jufUsdt, wjuUsdt }: Record<PairName, Pool>): bigint {
  return (jufUsdt.quote * wjuUsdt.base * SCALE) / (jufUsdt.base * wjuUsdt.quote);
}

/** The trade that brings a pool close to a price, already applied to the pool; `null` if it's there. */
function tradeTowards(pair: PairName, pools: Record<PairName, Pool>, target: bigint): PlannedTrade | null {
  const [baseToken, quoteToken] = TOKENS[pair];
  const pool = pools[pair];
  const product = pool.base * pool.quote;
  const quoteWanted = squareRoot((product * target) / SCALE);
  const buysBase = quoteWanted > pool.quote;
  const [tokenIn, tokenOut] = buysBase ? [quoteToken, baseToken] : [baseToken, quoteToken];
  const wanted = buysBase ? quoteWanted - pool.quote : product / quoteWanted - pool.base;
  const amountIn = wanted - (wanted % STEP[tokenIn]);
  if (amountIn < LEAST[tokenIn]) return null;

  const [reserveIn, reserveOut] = buysBase ? [pool.quote, pool.base] : [pool.base, pool.quote];
  const amountOut = getAmountOut(amountIn, { reserveIn, reserveOut }, EXCHANGE_FEE);
  pools[pair] = buysBase
    ? { base: pool.base - amountOut, quote: pool.quote + amountIn }
    : { base: pool.base + amountIn, quote: pool.quote - amountOut };
  return { pair, tokenIn, tokenOut, amountIn, amountOut };
}

const TOKENS: Record<PairName, readonly [base: TokenName, quote: TokenName]> = {
  jufUsdt: ['juf', 'usdt'],
  wjuUsdt: ['wju', 'usdt'],
  jufWju: ['juf', 'wju'],
};

/** Integer square root by Newton's method; rounded down. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Mulberry32: 32 pseudo-random bits per call, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
