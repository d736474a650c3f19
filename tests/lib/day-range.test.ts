import { afterEach, expect, it } from 'vitest';
import { dayRangeBounds } from '../../src/lib/day-range.ts';

afterEach(() => {
  process.env['TZ'] = 'UTC';
});

it('uses whole days in the device’s own time zone, including those with clock changes', () => {
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

it('begins at midnight the day after a clock change at midnight', () => {
  process.env['TZ'] = 'America/Santiago';
  expect(dayRangeBounds({ from: '2026-09-06', to: '2026-09-06' }, undefined)).toEqual({
    from: '2026-09-06T04:00:00.000Z',
    to: '2026-09-07T03:00:00.000Z',
  });
});

it('leaves an end open if no day, or an invalid one, is given', () => {
  for (const zone of ['UTC', undefined] as const)
    expect(dayRangeBounds({ from: null, to: '2026-13-01' }, zone)).toEqual({ from: null, to: null });
});
