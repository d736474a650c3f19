import type { Services } from '../../provider-services.ts';
import type { PricePoint } from '../../price/read-price-history.ts';
import type { CurrentPrices } from '../../price/read-prices.ts';

const DAY_MS = 86_400_000;

/** The prices of a moment's UTC day; null where that day's is unknown. */
export type PricesOn = (at: Date) => CurrentPrices;

/** Each UTC day's average prices since a day. Days without an observation have none: no price is carried over from another day. */
export async function readDayPrices({ prices }: Pick<Services, 'prices'>, since: Date, now: Date): Promise<PricesOn> {
  const count = Math.floor(now.getTime() / DAY_MS) - Math.floor(since.getTime() / DAY_MS) + 1;
  const span = { step: 'DAY', count } as const;
  const [juf, ju] = await Promise.all([prices.jufHistory(span, now), prices.juHistory(span, now)]);
  const [jufOn, juOn] = [byDay(juf), byDay(ju)];
  return (at) => {
    const day = dayOf(at.getTime());
    return { JU: juOn.get(day) ?? null, JUF: jufOn.get(day) ?? null };
  };
}

/** A day's price is the one at its end, midnight of the next day. */
function byDay(points: readonly PricePoint[]): Map<number, PricePoint> {
  return new Map(points.map((point) => [dayOf(point.at.getTime() - 1), point]));
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
