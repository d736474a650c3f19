// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatHour } from '../../../src/islands/dashboard/PriceChart.tsx';
import {
  daysUntil,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatSecond,
  formatShare,
} from '../../../src/islands/figures/format-time.ts';
import { $timesIn, shownTimeZone } from '../../../src/stores/now.ts';

const LATE = '2026-01-31T20:30:15.000Z';

beforeEach(() => {
  process.env['TZ'] = 'Asia/Bangkok';
});
afterEach(() => {
  process.env['TZ'] = 'UTC';
  $timesIn.set('own');
});

it('formats moments in the device’s time zone, by name, unless UTC is chosen', () => {
  expect(formatDate(LATE, 'en')).toBe('Feb 1, 2026');
  expect(formatClock(LATE, 'en')).toBe('03:30\u00a0GMT+7');
  expect(formatSecond(LATE, 'de')).toBe('03:30:15\u00a0GMT+7');
  expect(formatDateTime(LATE, 'zh-TW')).toBe('2月1日 03:30\u00a0GMT+7');
  $timesIn.set('utc');
  expect(shownTimeZone()).toBe('UTC');
  expect(formatDate(LATE, 'en')).toBe('Jan 31, 2026');
  expect(formatClock(LATE, 'en')).toBe('20:30\u00a0UTC');
  expect(formatSecond(LATE, 'de')).toBe('20:30:15\u00a0UTC');
});

it('counts days by the dates that are shown, whatever the hour and the clock changes', () => {
  const noon = Date.parse('2026-11-27T20:46:00.000Z');
  expect(daysUntil('2027-02-03T21:46:00.000Z', noon, 'UTC')).toBe(68);
  expect(daysUntil('2027-02-03T00:10:00.000Z', noon, 'UTC')).toBe(68);
  expect(daysUntil('2026-11-27T23:59:00.000Z', noon, 'UTC')).toBe(0);
  // In Bangkok it is the 28th already.
  expect(daysUntil('2026-11-28T10:00:00.000Z', noon)).toBe(0);
  process.env['TZ'] = 'Europe/Berlin';
  expect(daysUntil('2026-10-26T00:30:00.000Z', Date.parse('2026-10-24T22:30:00.000Z'))).toBe(1);
});

it('names the zone as of that moment, across clock changes', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect([formatClock('2026-07-01T10:00:00Z', 'de'), formatClock('2026-12-01T10:00:00Z', 'de')]).toEqual([
    '12:00\u00a0MESZ',
    '11:00\u00a0MEZ',
  ]);
});

it('joins date and time as each language does, with the zone after the time', () => {
  expect(
    ['en', 'de', 'ja', 'zh-CN', 'vi'].map((locale) => formatDateTime(LATE, locale, { day: 'numeric', month: 'short', year: 'numeric' })),
  ).toEqual([
    'Feb 1, 2026, 03:30\u00a0GMT+7',
    '1. Feb. 2026, 03:30\u00a0GMT+7',
    '2026年2月1日 03:30\u00a0GMT+7',
    '2026年2月1日 03:30\u00a0GMT+7',
    '01/02/2026 03:30\u00a0GMT+7',
  ]);
  expect(formatDateTime(LATE, 'en', { day: 'numeric', month: 'short' })).toBe('Feb 1, 03:30\u00a0GMT+7');
  expect(formatDateTime(LATE, 'vi')).toBe('01/02 03:30\u00a0GMT+7');
});

it('has one minus sign with the amounts beside it', () => {
  expect([formatShare(-20, 'en-GB', true), formatShare(-20, 'de-DE', true), formatShare(20, 'zh-CN', true)]).toEqual([
    '−0.2%',
    '−0,2\u00a0%',
    '+0.2%',
  ]);
});

it('leaves ledger days unchanged', () => {
  process.env['TZ'] = 'America/New_York';
  expect(formatDay('2026-02-01', 'en', 'UTC')).toBe('Feb 1');
  expect(formatDay('2026-02-01', 'en')).toBe('Jan 31');
  expect(formatHour(LATE, 'en')).toBe('20:30');
});

it('uses the device’s time zone if nothing is stored', () => {
  expect(shownTimeZone()).toBeUndefined();
  localStorage.setItem('jufi:times-in', 'Mars/Olympus');
  window.dispatchEvent(new StorageEvent('storage', { key: 'jufi:times-in', newValue: 'Mars/Olympus', storageArea: localStorage }));
  expect($timesIn.get()).toBe('own');
});
