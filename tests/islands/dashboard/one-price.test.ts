import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { dayChange } from '../../../src/islands/dashboard/Portfolio.tsx';
import { portfolioLines, portfolioPrices } from '../../../src/islands/dashboard/portfolio-lines.ts';
import { endWithNow, priceStats } from '../../../src/islands/dashboard/PriceChart.tsx';

const e18 = 10n ** 18n;
const points = [400n, 429n, 425n].map((thousandths, day) => ({
  time: new Date(Date.UTC(2026, 10, 22 + day)).toISOString(),
  price: (thousandths * e18) / 1000n,
}));
const now = { time: '2026-11-24T10:30:00.000Z', price: (430n * e18) / 1000n };

it('the chart ends with the price that holdings are valued at, which is never above its own highest', () => {
  const stats = priceStats(endWithNow(points, now));
  expect(stats).toMatchObject({ now: now.price, highest: now.price, changeBasisPoints: 750 });
  expect(endWithNow(points, now)).toHaveLength(points.length);
});

it('without a price now, the averages stand for themselves', () => {
  expect(endWithNow(points, null)).toEqual(points);
  expect(endWithNow([], now)).toEqual([]);
});

const lines = portfolioLines([
  { kind: 'STAKED', walletType: 'JUF', amount: fromDecimalString('900'), usd: fromDecimalString('387') },
  { kind: 'WALLET', walletType: 'JUF', amount: fromDecimalString('100'), usd: fromDecimalString('43') },
  { kind: 'WALLET', walletType: 'USDT', amount: fromDecimalString('20'), usd: fromDecimalString('20') },
  { kind: 'WALLET', walletType: 'JU', amount: fromDecimalString('50'), usd: fromDecimalString('4') },
]);

it('a day’s change is what the JUF price did to all JUF, as part of what the total was then', () => {
  expect(dayChange(lines, 454n * e18, { now: now.price, before: (400n * e18) / 1000n })).toEqual({ usd: 30n * e18, basisPoints: 707 });
  expect(dayChange(lines, 454n * e18, { now: (400n * e18) / 1000n, before: now.price })?.usd).toBe(-30n * e18);
});

it('a member without JUF sees no change', () => {
  expect(dayChange(lines.slice(2, 3), 20n * e18, { now: now.price, before: e18 })).toBeNull();
});

it('the connected wallet’s holdings are valued at the same prices, even of tokens that JuFi doesn’t hold', () => {
  expect(portfolioPrices({ jufPrice: fromDecimalString('0.43'), juPrice: fromDecimalString('0.08') })).toEqual({
    USDT: e18,
    JUF: now.price,
    JU: (8n * e18) / 100n,
  });
  expect(portfolioPrices({ jufPrice: null, juPrice: null })).toEqual({ USDT: e18 });
  expect(portfolioPrices({ jufPrice: null })).toEqual({ USDT: e18 });
});
