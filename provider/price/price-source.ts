import { type Address, isAddressEqual, parseUnits } from 'viem';
import type { Clock } from '../../src/lib/clock.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import type { ProcessServices } from '../provider-services.ts';
import { collectObservations, type CollectOutcome, createPairReader, type PairReader } from './pair-reader.ts';
import type { Exchange } from './exchange.ts';
import { createPostgresPriceStore, type KnownPrices, type PriceStore } from './price-store.ts';
import {
  type PricedPair,
  type PricePoint,
  type PriceReading,
  type PriceRules,
  type PriceSpan,
  readPrice,
  readPriceAsOf,
  readPriceHistory,
  readReserves,
  type PairReserves,
} from './read-price.ts';

interface PriceSourceOptions {
  store: PriceStore;
  reader: PairReader;
  clock: Clock;
  pairs: { jufUsdt: Address; wjuUsdt: Address };
  tokens: { juf: PricedPair['base']; wju: PricedPair['base']; usdt: PricedPair['base'] };
  /** The first block whose logs are read: the pairs' first block, or more than a week before the provider's first start. */
  fromBlock: bigint;
  minDepthUsdt?: string;
}

/** All prices the provider uses. These never query the chain; `PriceSource.refresh` does. */
export interface PriceReadings {
  /** The treasury's sales price of JUF. */
  juf(now: Date): Promise<PriceReading>;
  /** The sales price at that moment. */
  jufAsOf(at: Date): Promise<PriceReading>;
  /**
   * The settlement price of insurance that ends at a moment, averaged over its own windows; `STALE` until the chain has been read beyond
   * it.
   */
  jufSettlement(expiresAt: Date, windowsHours: readonly [number, number]): Promise<PriceReading>;
  /** The value of native JU, by the same rules as JUF. */
  ju(now: Date): Promise<PriceReading>;
  /** The value at that moment. */
  juAsOf(at: Date): Promise<PriceReading>;
  jufHistory(span: PriceSpan, until: Date): Promise<PricePoint[]>;
  juHistory(span: PriceSpan, until: Date): Promise<PricePoint[]>;
  /** What the exchange’s JUF/USDT pair holds; null while that isn’t known. */
  jufReserves(): Promise<PairReserves | null>;
}

export interface PriceSource extends PriceReadings {
  /** Continues reading where the last call stopped; call it at least once a minute. */
  refresh(): Promise<{ JUF: CollectOutcome; JU: CollectOutcome }>;
  /** The same prices within a transaction: waiting for a second connection while holding the first could deadlock. */
  within(queryable: Queryable): PriceReadings;
  /** The same prices by these terms' rules. */
  under(economy: Economy): PriceSource;
}

/** Prices whose terms are still to be given. */
export type PriceFeed = Pick<PriceSource, 'refresh' | 'under'>;

export function createPriceSource(options: PriceSourceOptions): PriceFeed {
  const { store, pairs, tokens, minDepthUsdt } = options;
  const juf: PricedPair = { address: pairs.jufUsdt, base: tokens.juf, quote: tokens.usdt };
  const ju: PricedPair = { address: pairs.wjuUsdt, base: tokens.wju, quote: tokens.usdt };
  const verified = new Set<Address>();
  const collect = async (pair: PricedPair): Promise<CollectOutcome> => {
    if (!verified.has(pair.address)) await requireTokens(options.reader, pair);
    verified.add(pair.address);
    return collectObservations({ ...options, pair: pair.address });
  };
  const readFrom = (known: KnownPrices, sales: PriceRules): PriceReadings => ({
    juf: (now) => readPrice(known, juf, sales, now),
    jufAsOf: (at) => readPriceAsOf(known, juf, sales, at),
    jufSettlement: (expiresAt, windows) => readPriceAsOf(known, juf, settlementPriceRules(windows), expiresAt),
    ju: (now) => readPrice(known, ju, sales, now),
    juAsOf: (at) => readPriceAsOf(known, ju, sales, at),
    jufHistory: (span, until) => readPriceHistory(known, juf, span, until),
    juHistory: (span, until) => readPriceHistory(known, ju, span, until),
    jufReserves: () => readReserves(known, juf),
  });
  const refresh: PriceSource['refresh'] = async () => ({ JUF: await collect(juf), JU: await collect(ju) });
  const under = (economy: Economy): PriceSource => {
    const rules = salesPriceRules(economy, tokens.usdt.decimals, minDepthUsdt);
    return { ...readFrom(store, rules), refresh, under, within: (queryable) => readFrom(store.within(queryable), rules) };
  };
  return { refresh, under };
}

/** If an operator configured the wrong pair, everything would be sold at some other token's price. */
async function requireTokens(reader: PairReader, { address, base, quote }: PricedPair): Promise<void> {
  const found = await reader.tokens(address);
  const isOf = (token: Address): boolean => found.some((each) => isAddressEqual(each, token));
  if (!isOf(base.token) || !isOf(quote.token)) throw new Error(`The contract ${address} is not a pair of ${base.token} and ${quote.token}`);
}

interface PriceSourceParts {
  exchange: Exchange | undefined;
  database: Database;
  clock: Clock;
  rpcUrl: RpcSource;
  chainTimeoutMs?: number | undefined;
}

/** An exchange's prices, read from the chain's node and stored in the database; none without an exchange. */
export function openPriceSource({ exchange, database, rpcUrl, chainTimeoutMs, ...rest }: PriceSourceParts): PriceFeed {
  if (exchange === undefined) return withoutExchange();
  const { tokens, pairs, fromBlock, minDepthUsdt } = exchange;
  return createPriceSource({
    ...rest,
    store: createPostgresPriceStore(database),
    reader: createPairReader({ rpcUrl, ...(chainTimeoutMs === undefined ? {} : { timeoutMs: chainTimeoutMs }) }),
    pairs,
    tokens: {
      juf: { token: tokens.juf, decimals: tokenDecimals.JUF },
      wju: { token: tokens.wju, decimals: tokenDecimals.JU },
      usdt: { token: tokens.usdt, decimals: tokenDecimals.USDT },
    },
    fromBlock,
    ...(minDepthUsdt === undefined ? {} : { minDepthUsdt }),
  });
}

/** Prices of a provider without an exchange: there are none, so nothing is sold or valued. */
function withoutExchange(): PriceSource {
  const none = (): Promise<PriceReading> => Promise.resolve({ status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null });
  const readings: PriceReadings = {
    juf: none,
    jufAsOf: none,
    jufSettlement: none,
    ju: none,
    juAsOf: none,
    jufHistory: () => Promise.resolve([]),
    juHistory: () => Promise.resolve([]),
    jufReserves: () => Promise.resolve(null),
  };
  const source: PriceSource = {
    ...readings,
    within: () => readings,
    under: () => source,
    refresh: () => Promise.resolve({ JUF: 'NOTHING_YET', JU: 'NOTHING_YET' }),
  };
  return source;
}

/**
 * Continues reading prices where any process stopped, and reports problems. Processes may do this concurrently: one of them stores its
 * results. An unresponsive chain is not an error here: the last prices remain until they are too old to sell at.
 */
export async function refreshPrices({ prices, log }: Pick<ProcessServices, 'prices' | 'log'>): Promise<void> {
  try {
    const outcomes = await prices.refresh();
    for (const [token, outcome] of Object.entries(outcomes)) {
      if (outcome !== 'COLLECTED' && outcome !== 'OUTPACED') log.warn({ token, outcome }, 'the price could not be refreshed');
    }
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the prices could not be read');
  }
}

/** A pool with less on its quote side is too easy to manipulate. */
const DEFAULT_MIN_DEPTH_USDT = '50000';

/** Rules for the treasury's sales price: half an hour against a day. */
export function salesPriceRules({ treasury: { price } }: Economy, usdtDecimals: number, minDepthUsdt = DEFAULT_MIN_DEPTH_USDT): PriceRules {
  return {
    shortWindowSeconds: BigInt(price.shortWindowMinutes) * 60n,
    longWindowSeconds: BigInt(price.longWindowMinutes) * 60n,
    maxSpreadBasisPoints: BigInt(price.maxSpread),
    minQuoteReserve: parseUnits(minDepthUsdt, usdtDecimals),
    maxAgeMs: price.maxAgeSeconds * 1000,
  };
}

/**
 * Rules for the price insurance settles at. Longer windows than for sales, and no refusal for a thin pool or a fast move: expired cover has
 * to be settled, and the length of these windows makes them expensive to manipulate.
 */
export function settlementPriceRules([shortHours, longHours]: readonly [number, number]): PriceRules {
  return {
    shortWindowSeconds: BigInt(shortHours) * 3_600n,
    longWindowSeconds: BigInt(longHours) * 3_600n,
    maxSpreadBasisPoints: null,
    minQuoteReserve: 0n,
    // Always requested as of a past moment, never as of now.
    maxAgeMs: Infinity,
  };
}
