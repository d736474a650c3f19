import type { Address } from 'viem';
import { mulDivFloor, toDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import { averagePrice18, extrapolateCumulative, type PairState, spotPrice18 } from '../../src/lib/chain/cumulative-price.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { Token } from '../ledger/account.ts';
import type { PriceReadings } from './price-source.ts';
import type { KnownPrices, PairHead } from './price-store.ts';

/** A pair, and which of its tokens is priced in the other. */
export interface PricedPair {
  address: Address;
  base: { token: Address; decimals: number };
  quote: { token: Address; decimals: number };
}

export interface PairReserves {
  base: bigint;
  quote: bigint;
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
function sumAt(state: PairState, pair: PricedPair, at: bigint): bigint {
  const { price0Cumulative, price1Cumulative } = extrapolateCumulative(state, at);
  return isBaseFirst(pair) ? price0Cumulative : price1Cumulative;
}

/** What the pair held at the newest block read, in base units; null if it was never read, or is empty. */
export async function readReserves(known: KnownPrices, pair: PricedPair): Promise<PairReserves | null> {
  const head = await known.head(pair.address);
  const [state] = head === null ? [] : await known.statesAt(pair.address, [head.blockTime]);
  return !state || state.reserve0 === 0n || state.reserve1 === 0n ? null : reservesOf(state, pair);
}

function reservesOf(state: PairState, pair: PricedPair): PairReserves {
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

export const PRICE_DECIMALS = 18;

export interface CurrentPrices {
  JU: PricePoint | null;
  JUF: PricePoint | null;
}

/** The price of each token for display: the last known one with its time, even if it's too old to trade at; null if none was ever read. */
export async function currentPrices(prices: PriceReadings, now: Date): Promise<CurrentPrices> {
  const [ju, juf] = [await prices.ju(now), await prices.juf(now)];
  return { JU: lastKnown(ju), JUF: lastKnown(juf) };
}

export function lastKnown(reading: PriceReading): PricePoint | null {
  return reading.status === 'AVAILABLE' ? { at: reading.at, price18: reading.price18 } : reading.lastKnown;
}

export const USD_DECIMALS = 6;

export function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}

/** The value of an amount in millionths of a US dollar, rounded down; null while the token's price is unknown. USDT counts as one dollar. */
export function valueInUsd(amountBaseUnits: bigint, token: Token, prices: CurrentPrices): bigint | null {
  const price18 = token === 'USDT' ? 10n ** BigInt(PRICE_DECIMALS) : prices[token]?.price18;
  if (price18 === undefined) return null;
  return mulDivFloor(amountBaseUnits, price18, 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS));
}

export interface PricePoint {
  /** The end of the averaged step; for the current step, the newest block read. */
  at: Date;
  price18: bigint;
}

/** The length of an averaged step. */
type PriceStep = 'DAY' | 'HOUR';

const STEP_SECONDS: Readonly<Record<PriceStep, bigint>> = { DAY: 86_400n, HOUR: 3_600n };

export interface PriceSpan {
  step: PriceStep;
  /** Number of steps, including the current one. */
  count: number;
}

/** The time-weighted price of each UTC day or hour, oldest first, up to a moment or the newest block read, whichever is earlier. */
export async function readPriceHistory(known: KnownPrices, pair: PricedPair, span: PriceSpan, until: Date): Promise<PricePoint[]> {
  const head = await known.head(pair.address);
  if (head === null) return [];
  const asked = BigInt(Math.floor(until.getTime() / 1000));
  const end = asked < head.blockTime ? asked : head.blockTime;
  const bounds = stepBounds(end, span);
  const states = await known.statesAt(pair.address, bounds);

  const points: PricePoint[] = [];
  for (const [index, to] of bounds.entries()) {
    const from = bounds[index - 1];
    const before = states[index - 1];
    const after = states[index];
    if (from === undefined || !before || !after) continue;
    const price18 = averagePrice18(
      { cumulative: sumAt(before, pair, from), at: from },
      { cumulative: sumAt(after, pair, to), at: to },
      { base: pair.base.decimals, quote: pair.quote.decimals },
    );
    points.push({ at: new Date(Number(to) * 1000), price18 });
  }
  return points;
}

/** Boundaries of the steps before `end`, and `end` itself. */
function stepBounds(end: bigint, { step, count }: PriceSpan): bigint[] {
  const seconds = STEP_SECONDS[step];
  const lastBegin = end - (end % seconds);
  const whole = BigInt(lastBegin < end ? count - 1 : count);
  const bounds: bigint[] = [];
  for (let at = lastBegin - whole * seconds; at <= lastBegin; at += seconds) bounds.push(at);
  return lastBegin < end ? [...bounds, end] : bounds;
}
