import { expect, it } from 'vitest';
import { pointsWithin, PRICE_RANGES, priceStats } from '../../../src/islands/dashboard/PriceChart.tsx';

const points = Array.from({ length: 90 }, (_, day) => ({
  time: new Date(Date.UTC(2026, 7, 26 + day)).toISOString(),
  price: BigInt(100 + day),
}));

it('a price range ends now and starts that many days ago (one day has hourly points), or at the first price', () => {
  for (const days of PRICE_RANGES) {
    const within = pointsWithin(points, days);
    expect(within.at(-1)).toBe(points.at(-1));
    expect(within).toHaveLength({ 1: 25, 7: 8, 30: 31, 90: 90 }[days]);
  }
  expect(pointsWithin(points.slice(0, 3), 7)).toHaveLength(3);
  expect(pointsWithin([], 7)).toEqual([]);
});

it('the change over 7 days starts from the price 7 days ago', () => {
  expect(priceStats(pointsWithin(points, 7))).toEqual({ now: 189n, changeBasisPoints: 384, highest: 189n, lowest: 182n });
});
