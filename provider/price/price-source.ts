import { type Address, isAddressEqual } from 'viem';

import type { Clock } from '../../src/lib/clock.ts';
import type { Queryable } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { collectObservations, type CollectOutcome } from './collect-observations.ts';
import type { PairReader } from './pair-reader.ts';
import { salesPriceRules, settlementPriceRules } from './price-rules.ts';
import type { KnownPrices, PriceStore } from './price-store.ts';
import { type PricePoint, type PriceSpan, readPriceHistory } from './read-price-history.ts';
import { type PricedPair, type PriceReading, type PriceRules, readPrice, readPriceAsOf } from './read-price.ts';

export interface PriceSourceOptions {
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
