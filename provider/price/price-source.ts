import { type Address, isAddressEqual } from 'viem';

import { type Clock } from '../../src/lib/clock.ts';
import { type Queryable } from '../db/database.ts';
import { type Economy } from '../economy.ts';
import { collectObservations, type CollectOutcome } from './collect-observations.ts';
import { type PairReader, PriceSourceError } from './pair-reader.ts';
import { salesPriceRules, settlementPriceRules } from './price-rules.ts';
import { type KnownPrices, type PriceStore } from './price-store.ts';
import { type PricePoint, type PriceSpan, readPriceHistory } from './read-price-history.ts';
import { type PricedPair, type PriceReading, type PriceRules, readPrice, readPriceAsOf } from './read-price.ts';

export interface PriceSourceOptions {
  store: PriceStore;
  reader: PairReader;
  clock: Clock;
  pairs: { jufUsdt: Address; wjuUsdt: Address };
  tokens: { juf: PricedPair['base']; wju: PricedPair['base']; usdt: PricedPair['base'] };
  /** The first block whose logs are read; the pairs' first block, or a week and more before the provider's first start. */
  fromBlock: bigint;
  minDepthUsdt?: string;
}

/** All the prices that the provider reckons with. None is ever read from the chain on the way: `PriceSource.refresh` does that. */
export interface PriceReadings {
  /** What the treasury sells JUF at. */
  juf(now: Date): Promise<PriceReading>;
  /** What it would have sold at then. */
  jufAsOf(at: Date): Promise<PriceReading>;
  /** What insurance that ends at a moment settles at, averaged over its own windows; `STALE` until the chain has been read beyond it. */
  jufSettlement(expiresAt: Date, windowsHours: readonly [number, number]): Promise<PriceReading>;
  /** What native JU counts, by the same rule as JUF. */
  ju(now: Date): Promise<PriceReading>;
  /** What it counted then. */
  juAsOf(at: Date): Promise<PriceReading>;
  jufHistory(span: PriceSpan, until: Date): Promise<PricePoint[]>;
  juHistory(span: PriceSpan, until: Date): Promise<PricePoint[]>;
}

export interface PriceSource extends PriceReadings {
  /** Reads on from where the last reading ended; to be called every minute or oftener. */
  refresh(): Promise<{ JUF: CollectOutcome; JU: CollectOutcome }>;
  /** The same prices, read in a transaction: one that waited for a second connection while it holds the first could wait for ever. */
  within(queryable: Queryable): PriceReadings;
  /** The same prices by the rules of these terms. */
  under(economy: Economy): PriceSource;
}

/** Prices for which the terms are still to be said. */
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

/** An operator may name the wrong pair, and everything would be sold at the price of something else. */
async function requireTokens(reader: PairReader, { address, base, quote }: PricedPair): Promise<void> {
  const found = await reader.tokens(address);
  const isOf = (token: Address): boolean => found.some((each) => isAddressEqual(each, token));
  if (!isOf(base.token) || !isOf(quote.token))
    throw new PriceSourceError(`The contract ${address} is no pair of ${base.token} and ${quote.token}`);
}
