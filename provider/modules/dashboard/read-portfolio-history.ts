import { toDecimalString } from '../../../src/lib/amount.ts';
import type { portfolioHistory } from '../../../src/lib/api/contract/dashboard.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { PricePoint } from '../../price/read-price-history.ts';
import type { Services } from '../../provider-services.ts';
import type { Member } from '../account/schema.ts';
import { currentPrices, type CurrentPrices } from '../../price/read-prices.ts';
import { USD_DECIMALS } from '../../price/value-in-usd.ts';
import { holdingsAt } from './holdings-at.ts';
import { readPortfolio } from './read-portfolio.ts';
import { valueHoldings } from './value-holdings.ts';

type History = DataOf<typeof portfolioHistory>;

const DAY_MS = 86_400_000;
const SHORT_DAYS = 90;
/** A chart shows no more points; longer periods are sampled at equal intervals. */
const MOST_DAYS = 120;

/**
 * GET /dashboard/portfolioHistory, an extension. What a member owned at the end of each UTC day, at that day's average prices; for today, the current
 * value. Null if a price of that day is unknown.
 */
export async function readPortfolioHistory(services: Services, self: Member, range: 'SHORT' | 'ALL'): Promise<History> {
  const { database, clock, prices } = services;
  const now = clock();
  const days = wholeDays(self.createdAt, now, range);
  const ends = days.map((begin) => new Date(begin + DAY_MS - 1));
  const span = { step: 'DAY', count: days.length === 0 ? 1 : Math.round((startOfDay(now) - (days[0] ?? 0)) / DAY_MS) + 1 } as const;
  const [holdings, juf, ju, current] = await Promise.all([
    holdingsAt(database, self.id, ends),
    prices.jufHistory(span, now),
    prices.juHistory(span, now),
    currentPrices(prices, now),
  ]);
  const [jufOn, juOn] = [byDay(juf), byDay(ju)];
  const past = days.map((begin, index) => {
    const day = nameOf(begin);
    const prices: CurrentPrices = { JU: juOn.get(day) ?? null, JUF: jufOn.get(day) ?? null };
    const { totalUsd } = valueHoldings(holdings[index] ?? [], prices);
    return { day, totalUsd: totalUsd === null ? null : toDecimalString(totalUsd, USD_DECIMALS) };
  });
  const today = await readPortfolio(services, self.id, current);
  return { portfolioHistory: [...past, { day: nameOf(startOfDay(now)), totalUsd: today.totalUsd }] };
}

/** When the completed days began, oldest first: since the member joined, up to a maximum. */
function wholeDays(joinedAt: Date, now: Date, range: 'SHORT' | 'ALL'): number[] {
  const today = startOfDay(now);
  const sinceJoined = (today - startOfDay(joinedAt)) / DAY_MS;
  const count = range === 'SHORT' ? Math.min(sinceJoined, SHORT_DAYS) : sinceJoined;
  const step = Math.ceil(count / MOST_DAYS);
  const shown = step === 0 ? 0 : Math.floor(count / step);
  return Array.from({ length: shown }, (_, index) => today - (shown - index) * step * DAY_MS);
}

function startOfDay(at: Date): number {
  return at.getTime() - (at.getTime() % DAY_MS);
}

function nameOf(beginMs: number): string {
  return new Date(beginMs).toISOString().slice(0, 10);
}

/** A day's price is the one at its end, midnight of the next day. */
function byDay(points: readonly PricePoint[]): Map<string, PricePoint> {
  return new Map(points.map((point) => [nameOf(point.at.getTime() - 1), point]));
}
