import { afterEach, expect, it } from 'vitest';
import { dayRangeBounds } from '../../src/lib/day-range.ts';

afterEach(() => {
  process.env['TZ'] = 'UTC';
});

it('takes whole days of the device’s own zone, also those on which clocks change', () => {
  process.env['TZ'] = 'America/New_York';
  expect(dayRangeBounds({ from: '2026-11-01', to: '2026-11-01' }, undefined)).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  });
  expect(dayRangeBounds({ from: '2026-11-01', to: '2026-11-01' }, 'UTC')).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
  });
});

it('leaves an end open where no day is chosen, or none that exists', () => {
  for (const zone of ['UTC', undefined] as const)
    expect(dayRangeBounds({ from: null, to: '2026-13-01' }, zone)).toEqual({ from: null, to: null });
});
