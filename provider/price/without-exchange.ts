import type { PriceReadings, PriceSource } from './price-source.ts';
import type { PriceReading } from './read-price.ts';

/** Prices of a provider without an exchange: there are none, so nothing is sold or valued. */
export function withoutExchange(): PriceSource {
  const none = (): Promise<PriceReading> => Promise.resolve({ status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null });
  const readings: PriceReadings = {
    juf: none,
    jufAsOf: none,
    jufSettlement: none,
    ju: none,
    juAsOf: none,
    jufHistory: () => Promise.resolve([]),
    juHistory: () => Promise.resolve([]),
  };
  const source: PriceSource = {
    ...readings,
    within: () => readings,
    under: () => source,
    refresh: () => Promise.resolve({ JUF: 'NOTHING_YET', JU: 'NOTHING_YET' }),
  };
  return source;
}
