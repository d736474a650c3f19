import { averagePrice18 } from '../../src/lib/chain/cumulative-price.ts';
import { type KnownPrices } from './price-store.ts';
import { type PricedPair, sumAt } from './read-price.ts';

export interface PricePoint {
  /** The end of the day the price is the average of; for the day that is still running, the newest block read. */
  at: Date;
  price18: bigint;
}

const DAY_SECONDS = 86_400n;

/** The time-weighted price of each UTC day, oldest first, up to a moment or the newest block read, if that is earlier. */
export async function readPriceHistory(known: KnownPrices, pair: PricedPair, days: number, until: Date): Promise<PricePoint[]> {
  const head = await known.head(pair.address);
  if (head === null) return [];
  const asked = BigInt(Math.floor(until.getTime() / 1000));
  const end = asked < head.blockTime ? asked : head.blockTime;
  const bounds = dayBounds(end, BigInt(days));
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

/** The midnights before `end` that bound the days, and `end` itself. */
function dayBounds(end: bigint, days: bigint): bigint[] {
  const lastMidnight = end - (end % DAY_SECONDS);
  const wholeDays = lastMidnight < end ? days - 1n : days;
  const first = lastMidnight - wholeDays * DAY_SECONDS;
  const bounds: bigint[] = [];
  for (let at = first; at <= lastMidnight; at += DAY_SECONDS) bounds.push(at);
  return lastMidnight < end ? [...bounds, end] : bounds;
}
