import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartScale } from '../../../src/islands/charts/chart-scale.ts';
import { donutSlices } from '../../../src/islands/dashboard/Holdings.tsx';
import { priceStats } from '../../../src/islands/dashboard/PriceChart.tsx';
import { priceWeeks } from '../../../src/islands/dashboard/JufPrice.tsx';
import { sharesOf } from '../../../src/islands/dashboard/portfolio-lines.ts';

describe('chart scale', () => {
  it('puts every value between its outer ticks, with few, round ticks', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 90 }), (values) => {
        const { ticks, y } = chartScale(values, 200);
        expect(ticks.length).toBeGreaterThanOrEqual(values.every((value) => value === 0n) ? 1 : 2);
        expect(ticks.length).toBeLessThanOrEqual(7);
        for (const value of values) {
          expect(y(value)).toBeGreaterThanOrEqual(0);
          expect(y(value)).toBeLessThanOrEqual(200);
        }
      }),
    );
  });

  it('shows no amount but zero if nothing was ever held', () => {
    const { ticks, y } = chartScale([0n, 0n], 200);
    expect(ticks).toEqual([0n]);
    expect(y(0n)).toBe(200);
  });

  it('draws a constant line between distinguishable round ticks', () => {
    expect(chartScale([42_000n, 42_000n], 200).ticks).toEqual([40_000n, 45_000n]);
  });

  it('puts a higher value higher', () => {
    const { y } = chartScale([36n, 42n], 220);
    expect(y(42n)).toBeLessThan(y(36n));
  });
});

describe('shares', () => {
  it('add up to the total and are never off by a basis point', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 8 }), (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0n);
        const shares = sharesOf(parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0n ? 0 : 10_000);
        if (total > 0n)
          shares.forEach((share, index) =>
            expect(Math.abs(share - Number(((parts[index] ?? 0n) * 10_000n) / total))).toBeLessThanOrEqual(1),
          );
      }),
    );
  });
});

describe('donut slices', () => {
  it('skip a share of zero and draw a closed ring for the whole', () => {
    expect(donutSlices([10_000, 0]).map(({ index }) => index)).toEqual([0]);
    expect(donutSlices([10_000])[0]?.path).toMatch(/A.*A/);
  });

  it('keep the order of the list', () => {
    expect(donutSlices([2_000, 5_000, 3_000]).map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});

describe('price statistics', () => {
  const points = [
    { time: '2026-11-14T00:00:00.000Z', price: 40n },
    { time: '2026-11-15T00:00:00.000Z', price: 36n },
    { time: '2026-11-16T00:00:00.000Z', price: 44n },
  ];

  it('give the change from first to last, the highest and the lowest', () => {
    expect(priceStats(points)).toEqual({ now: 44n, changeBasisPoints: 1_000, highest: 44n, lowest: 36n });
    expect(priceStats([])).toBeUndefined();
  });

  it('are grouped by weeks that start on Sunday', () => {
    expect(priceWeeks(points)).toEqual([
      { startsOn: '2026-11-08', low: 40n, high: 40n, close: 40n },
      { startsOn: '2026-11-15', low: 36n, high: 44n, close: 44n },
    ]);
  });
});
