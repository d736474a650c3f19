import { formatAmount } from '../../lib/amount.ts';
import { writeDate } from '../../lib/i18n/write-date.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { $dashboard, $jufPriceByDay, $jufPriceByHour } from '../../stores/dashboard.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { ReadableChart } from '../charts/ReadableChart.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatDay } from '../figures/format-time.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { type SectionState, useSection, useServerState } from '../state/use-server-state.ts';

interface PriceChartProps {
  points: readonly PricePoint[];
  /** For example "90 days". */
  span: string;
  isByHour: boolean;
}

/** In days. The provider keeps one average per UTC day for 90 days, and optionally one per hour for the last day. */
export const PRICE_RANGES = [1, 7, 30, 90] as const;

/** Daily or hourly prices. */
export function PriceChart({ points, span, isByHour }: PriceChartProps) {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const [labelOf, momentOf] = isByHour ? [formatHour, formatDayAndHour] : [formatUtcDay, formatUtcDay];
  const format = (value: bigint, digits: number): string => formatAmount(value, { locale, fractionDigits: digits });
  const digits = tickDigits(points);
  return (
    <ReadableChart
      points={points.map(({ time, price }) => ({
        label: labelOf(time, locale),
        value: price,
        reading: interpolate(texts.point, { date: momentOf(time, locale), price: format(price, 4) }),
      }))}
      name={interpolate((isByHour ? texts.hours : texts).chart, { days: span })}
      formatTick={(value) => format(value, digits)}
    />
  );
}

/** Enough digits to tell neighbouring ticks apart; a chart has at most five steps. */
function tickDigits(points: readonly PricePoint[]): number {
  const { highest = 0n, lowest = 0n } = priceStats(points) ?? {};
  let digits = 2;
  while (digits < 6 && highest - lowest < 5n * unitOf(digits)) digits += 1;
  return digits;
}

/** JUF’s price over a range, up to the one that holdings are valued at. The same wherever it is shown. */
export function usePricePoints(days: PriceRange): { kind: SectionState<unknown>['kind']; points: PricePoint[] } {
  const isByHour = days === 1;
  const state = useSection(isByHour ? $jufPriceByHour : $jufPriceByDay);
  const { jufPrice = null, jufPriceAt } = useServerState($dashboard).data ?? {};
  const now = jufPrice !== null && jufPriceAt ? { time: jufPriceAt, price: jufPrice } : null;
  const averages = pointsWithin(state.kind === 'ready' ? state.data : [], days).map(({ time, price }) => ({
    time: isByHour ? time : dayEndingAt(time),
    price,
  }));
  return { kind: state.kind, points: endWithNow(averages, now) };
}

/** In UTC, without naming it. */
export function formatHour(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(time));
}

/** A point's hour with its day: the first and the last have the same hour. */
function formatDayAndHour(time: string, locale: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return writeDate(new Date(time), locale, { ...parts, timeZone: 'UTC' });
}

function formatUtcDay(time: string, locale: string): string {
  return formatDay(time, locale, 'UTC');
}

export type PriceRange = (typeof PRICE_RANGES)[number];

/**
 * The newest points that cover the range: one more than intervals, since the first is the baseline of the change. One day is covered by
 * hourly points.
 */
export function pointsWithin<Point>(points: readonly Point[], days: PriceRange): Point[] {
  return points.slice(-((days === 1 ? 24 : days) + 1));
}

export interface PricePoint {
  /** ISO 8601, UTC. */
  time: string;
  /** USDT per JUF, in 10⁻¹⁸. */
  price: bigint;
}

export interface PriceStats {
  now: bigint;
  /** Change from the first to the last point in basis points, rounded towards zero. */
  changeBasisPoints: number;
  highest: bigint;
  lowest: bigint;
}

/** Undefined if there are no points. */
export function priceStats(points: readonly PricePoint[]): PriceStats | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return undefined;
  const prices = points.map(({ price }) => price);
  return {
    now: last.price,
    changeBasisPoints: first.price === 0n ? 0 : Number(((last.price - first.price) * BASIS_POINTS) / first.price),
    highest: prices.reduce((a, b) => (b > a ? b : a)),
    lowest: prices.reduce((a, b) => (b < a ? b : a)),
  };
}

/** A moment of the UTC day that ends at `time`: a day's average is dated by the day's end, which is already the next day. */
export function dayEndingAt(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}

/**
 * Puts the price that holdings are valued at in the place of the running day's or hour's average, so that a page shows one price. Without a
 * price, the points stay as they are.
 */
export function endWithNow(points: readonly PricePoint[], now: PricePoint | null): PricePoint[] {
  if (now === null || points.length === 0) return [...points];
  return [...points.slice(0, -1), now];
}
