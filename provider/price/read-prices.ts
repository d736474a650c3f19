import type { PriceReadings } from './price-source.ts';
import type { PriceReading } from './read-price.ts';

export const PRICE_DECIMALS = 18;

export interface PricePoint {
  at: Date;
  price18: bigint;
}

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
