import type { Address } from 'viem';

import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import { averagePrice18, extrapolateCumulative, type PairState, spotPrice18 } from '../../src/lib/chain/cumulative-price.ts';
import type { KnownPrices, PairHead } from './price-store.ts';

/** A pair, and which of its tokens is priced in the other. */
export interface PricedPair {
  address: Address;
  base: { token: Address; decimals: number };
  quote: { token: Address; decimals: number };
}

export interface PriceRules {
  shortWindowSeconds: bigint;
  longWindowSeconds: bigint;
  /** Maximum distance between the two windows' prices, in basis points of the lower one; `null` for any distance. */
  maxSpreadBasisPoints: bigint | null;
  /** Minimum quote tokens in the pool, in base units. */
  minQuoteReserve: bigint;
  /** Maximum age of the last reading, and of the block it read. */
  maxAgeMs: number;
}

export type PriceUnavailableReason = 'NEVER_READ' | 'STALE' | 'NO_HISTORY' | 'TOO_THIN' | 'WINDOWS_APART';

/** Prices are quote tokens per base token with 18 decimals; `at` is the chain's time they hold for. */
export type PriceReading =
  | { status: 'AVAILABLE'; price18: bigint; at: Date; shortPrice18: bigint; longPrice18: bigint }
  | { status: 'UNAVAILABLE'; reason: PriceUnavailableReason; lastKnown: { price18: bigint; at: Date } | null };

/** The price as of the newest block read: the higher of two time-weighted prices. */
export async function readPrice(known: KnownPrices, pair: PricedPair, rules: PriceRules, now: Date): Promise<PriceReading> {
  const head = await known.head(pair.address);
  if (head === null) return { status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null };
  const reading = await readPriceAt(known, pair, rules, head.blockTime);
  if (reading.status === 'UNAVAILABLE' || !isStale(head, rules, now)) return reading;
  return { status: 'UNAVAILABLE', reason: 'STALE', lastKnown: { price18: reading.price18, at: reading.at } };
}

/**
 * The price at a second of the chain that has already been read (a later one is `STALE`). The result never changes, so a settlement doesn't
 * depend on when its job runs.
 */
export async function readPriceAsOf(known: KnownPrices, pair: PricedPair, rules: PriceRules, at: Date): Promise<PriceReading> {
  const head = await known.head(pair.address);
  if (head === null) return { status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null };
  const atSeconds = BigInt(Math.floor(at.getTime() / 1000));
  if (atSeconds > head.blockTime) return { status: 'UNAVAILABLE', reason: 'STALE', lastKnown: null };
  return readPriceAt(known, pair, rules, atSeconds);
}

async function readPriceAt(known: KnownPrices, pair: PricedPair, rules: PriceRules, at: bigint): Promise<PriceReading> {
  const [now, short, long] = await known.statesAt(pair.address, [at, at - rules.shortWindowSeconds, at - rules.longWindowSeconds]);
  return judgePrice({ now: now ?? null, short: short ?? null, long: long ?? null }, pair, rules, at);
}

/** The rules alone, applied to the pair's states at the end and at the starts of the two windows. */
export function judgePrice(
  states: { now: PairState | null; short: PairState | null; long: PairState | null },
  pair: PricedPair,
  rules: PriceRules,
  at: bigint,
): PriceReading {
  const { now, short, long } = states;
  const date = new Date(Number(at) * 1000);
  if (now === null || now.reserve0 === 0n || now.reserve1 === 0n) return { status: 'UNAVAILABLE', reason: 'NO_HISTORY', lastKnown: null };
  const reserves = reservesOf(now, pair);
  const decimals = { base: pair.base.decimals, quote: pair.quote.decimals };
  if (short === null || long === null) {
    return { status: 'UNAVAILABLE', reason: 'NO_HISTORY', lastKnown: { price18: spotPrice18(reserves, decimals), at: date } };
  }
  const end = { cumulative: sumAt(now, pair, at), at };
  const average = (state: PairState, seconds: bigint): bigint =>
    averagePrice18({ cumulative: sumAt(state, pair, at - seconds), at: at - seconds }, end, decimals);
  const shortPrice18 = average(short, rules.shortWindowSeconds);
  const longPrice18 = average(long, rules.longWindowSeconds);
  const [lower, price18] = shortPrice18 < longPrice18 ? [shortPrice18, longPrice18] : [longPrice18, shortPrice18];

  if (reserves.quote < rules.minQuoteReserve) return { status: 'UNAVAILABLE', reason: 'TOO_THIN', lastKnown: { price18, at: date } };
  if (rules.maxSpreadBasisPoints !== null && (price18 - lower) * BASIS_POINTS > lower * rules.maxSpreadBasisPoints) {
    return { status: 'UNAVAILABLE', reason: 'WINDOWS_APART', lastKnown: { price18, at: date } };
  }
  return { status: 'AVAILABLE', price18, at: date, shortPrice18, longPrice18 };
}

/** The pair's sum of quote per base at a second: which of its sums applies depends on which token's address is lower. */
export function sumAt(state: PairState, pair: PricedPair, at: bigint): bigint {
  const { price0Cumulative, price1Cumulative } = extrapolateCumulative(state, at);
  return isBaseFirst(pair) ? price0Cumulative : price1Cumulative;
}

function reservesOf(state: PairState, pair: PricedPair): { base: bigint; quote: bigint } {
  return isBaseFirst(pair) ? { base: state.reserve0, quote: state.reserve1 } : { base: state.reserve1, quote: state.reserve0 };
}

function isBaseFirst({ base, quote }: PricedPair): boolean {
  return base.token.toLowerCase() < quote.token.toLowerCase();
}

/** A reading is as old as the older of its two times: a stuck node promptly returns yesterday's price. */
function isStale(head: PairHead, { maxAgeMs }: PriceRules, now: Date): boolean {
  const oldest = Math.min(head.readAt.getTime(), Number(head.blockTime) * 1000);
  return now.getTime() - oldest > maxAgeMs;
}
