import { expect, it } from 'vitest';
import { formatDays, formatDaySpan, formatMinutes, formatYears } from '../../src/lib/format-terms.ts';

it.each([
  ['zh-CN', '7\u00a0天', '30\u2060–\u2060360\u00a0天', '5\u00a0分钟'],
  ['zh-TW', '7\u00a0天', '30\u2060–\u2060360\u00a0天', '5\u00a0分鐘'],
  ['ja-JP', '7日', '30\u2060～\u2060360日', '5分'],
  ['ko-KR', '7일', '30\u2060~\u2060360일', '5분'],
  ['en-GB', '7 days', '30\u2060–\u2060360 days', '5 minutes'],
])('in %s, a number is parted from its unit as the texts around it are', (locale, days, span, minutes) => {
  expect([formatDays(7, locale), formatDaySpan({ from: 30, to: 360 }, locale), formatMinutes(5, locale)]).toEqual([days, span, minutes]);
});

it('years are to the nearest tenth', () => {
  // 44 times 30 days are 3.616 years, and 45 times 3.699.
  expect([1_320n, 1_350n, 365n].map((days) => formatYears(days, 'en-GB'))).toEqual(['3.6 years', '3.7 years', '1 year']);
});
