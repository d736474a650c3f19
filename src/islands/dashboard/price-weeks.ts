import type { PricePoint } from './price-stats.ts';

export interface PriceWeek {
  /** The Sunday the week starts on, ISO 8601 date, UTC. */
  startsOn: string;
  low: bigint;
  high: bigint;
  close: bigint;
}

const DAY_MS = 86_400_000;

/** The points by week, oldest first, for the price chart's table. */
export function priceWeeks(points: readonly PricePoint[]): PriceWeek[] {
  const weeks = new Map<string, PriceWeek>();
  for (const { time, price } of points) {
    const startsOn = sundayBefore(time);
    const week = weeks.get(startsOn);
    weeks.set(
      startsOn,
      week
        ? { startsOn, low: price < week.low ? price : week.low, high: price > week.high ? price : week.high, close: price }
        : { startsOn, low: price, high: price, close: price },
    );
  }
  return [...weeks.values()];
}

function sundayBefore(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}
