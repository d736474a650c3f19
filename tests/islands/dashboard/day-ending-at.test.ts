import { expect, it } from 'vitest';
import { dayEndingAt } from '../../../src/islands/dashboard/PriceChart.tsx';
import { formatDay } from '../../../src/islands/figures/format-time.ts';

it('names the day whose average a point is, not the one that begins with its end', () => {
  expect(formatDay(dayEndingAt('2026-11-25T00:00:00.000Z'), 'en-US', 'UTC')).toBe('Nov 24');
  expect(formatDay(dayEndingAt('2026-11-25T09:11:56.000Z'), 'en-US', 'UTC')).toBe('Nov 25');
});
