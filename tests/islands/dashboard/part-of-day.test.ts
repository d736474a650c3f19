import { expect, it } from 'vitest';
import { partOfDay, shownHour } from '../../../src/islands/dashboard/Greeting.tsx';

it.each([
  [0, 'night'],
  [3, 'night'],
  [4, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at %i o’clock it is %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part);
});

it('goes by the clock that times are shown by', () => {
  // The tests run in UTC, so the device's zone is given by a clock whose two readings differ.
  const at = Object.assign(new Date('2026-11-24T03:35:00Z'), { getHours: () => 20 });
  expect(partOfDay(shownHour(at, 'UTC'))).toBe('night');
  expect(partOfDay(shownHour(at, undefined))).toBe('evening');
});
