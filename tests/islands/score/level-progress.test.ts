import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { levelProgress } from '../../../src/islands/score/ScoreOverview.tsx';

const LEVELS = [
  { level: 1, from: 0, feeDiscount: 0 },
  { level: 2, from: 1_000, feeDiscount: 1_000 },
  { level: 3, from: 10_000, feeDiscount: 2_000 },
];
const info = (score: number, level: number, nextLevelAt: number | null) => ({
  score,
  level,
  nextLevelAt,
  feeDiscount: 0,
  claimable: 0,
  nextClaimAt: null,
  streak: 0,
  pricePerPoint: fromDecimalString('0.01'),
  walletType: 'USDT' as const,
  boughtToday: 0,
  dailyLimit: 10_000,
});

it.each([
  ['nothing', info(0, 1, 1_000), 0],
  ['half of the first level', info(500, 1, 1_000), 5_000],
  ['a level just reached', info(1_000, 2, 10_000), 0],
  ['a third of the second level', info(4_000, 2, 10_000), 3_333],
  ['a point short of the next', info(9_999, 2, 10_000), 9_998],
  ['the highest level', info(50_000, 3, null), 10_000],
  ['figures that don’t agree', info(20_000, 2, 10_000), 10_000],
])('%s fills the ring accordingly', (_name, figures, progress) => {
  expect(levelProgress(figures, LEVELS)).toBe(progress);
});

it('counts from zero if the provider doesn’t report its levels', () => {
  expect(levelProgress(info(500, 1, 1_000), [])).toBe(5_000);
});
