import type { Economy } from '../../economy.ts';
import { leastTurboUnitPrice, turboUnitPrice } from '../../economy-model/turbo-unit-price.ts';
import type { PriceReadings } from '../../price/price-source.ts';
import type { PriceReading, PriceUnavailableReason } from '../../price/read-price.ts';

/** Per unit, in JU base units. While it's unavailable nothing is sold, and the price shown is the last known one. */
export type TurboPrice =
  { status: 'AVAILABLE'; shown: bigint; charged: bigint } | { status: 'UNAVAILABLE'; shown: bigint; reason: PriceUnavailableReason };

type HourlyPrice =
  { status: 'AVAILABLE'; price: bigint } | { status: 'UNAVAILABLE'; lastKnown: bigint | null; reason: PriceUnavailableReason };

const HOUR_MS = 3_600_000;

/**
 * A turbo price holds for an hour: it's the price at the hour's beginning. Charged is the lower of this hour's and the previous one's, so a member who
 * confirms within an hour never pays more than was reviewed, even if the next hour has begun.
 */
export async function readTurboPrice(prices: PriceReadings, economy: Economy, now: Date): Promise<TurboPrice> {
  const hour = now.getTime() - (now.getTime() % HOUR_MS);
  const current = await readHour(prices, economy, new Date(hour));
  const before = await readHour(prices, economy, new Date(hour - HOUR_MS));
  if (current.status === 'AVAILABLE') {
    const charged = before.status === 'AVAILABLE' && before.price < current.price ? before.price : current.price;
    return { status: 'AVAILABLE', shown: current.price, charged };
  }
  // Just after an hour has begun, the chain may not have been read up to it yet.
  if (current.reason === 'STALE' && before.status === 'AVAILABLE') {
    return { status: 'AVAILABLE', shown: before.price, charged: before.price };
  }
  return { status: 'UNAVAILABLE', shown: current.lastKnown ?? leastTurboUnitPrice(economy.staking.turbo), reason: current.reason };
}

/** JUF counts at the higher of its two averages and JU at the lower, so briefly manipulating a price doesn't make turbo cheaper. */
async function readHour(prices: PriceReadings, { staking: { turbo } }: Economy, at: Date): Promise<HourlyPrice> {
  const [juf, ju] = [await prices.jufAsOf(at), await prices.juAsOf(at)];
  if (juf.status === 'AVAILABLE' && ju.status === 'AVAILABLE') {
    const ju18 = lower(ju);
    if (ju18 === 0n) return { status: 'UNAVAILABLE', lastKnown: null, reason: 'TOO_THIN' };
    return { status: 'AVAILABLE', price: turboUnitPrice(turbo, { juf18: juf.price18, ju18 }) };
  }
  const [juf18, ju18] = [lastKnown18(juf), lastKnown18(ju)];
  const lastKnown = juf18 === 0n || ju18 === 0n ? null : turboUnitPrice(turbo, { juf18, ju18 });
  return { status: 'UNAVAILABLE', lastKnown, reason: reasonOf(juf) ?? reasonOf(ju) ?? 'STALE' };
}

function lower({ shortPrice18, longPrice18 }: Extract<PriceReading, { status: 'AVAILABLE' }>): bigint {
  return shortPrice18 < longPrice18 ? shortPrice18 : longPrice18;
}

/** 0 if there is none. */
function lastKnown18(reading: PriceReading): bigint {
  return (reading.status === 'AVAILABLE' ? reading.price18 : reading.lastKnown?.price18) ?? 0n;
}

function reasonOf(reading: PriceReading): PriceUnavailableReason | null {
  return reading.status === 'AVAILABLE' ? null : reading.reason;
}
