import { expect, it } from 'vitest';
import { writeDate } from '../../../src/lib/i18n/write-date.ts';

const AT = new Date('2026-09-02T09:57:00.000Z');
const UTC = { timeZone: 'UTC' };
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

it.each([
  ['en-GB', '2 Sep 2026', '2 September 2026', '2 Sep, 09:57'],
  ['de-DE', '2. Sept. 2026', '2. September 2026', '2. Sept., 09:57'],
  ['vi-VN', '02/09/2026', '02/09/2026', '02/09 09:57'],
])('in %s, a date is written as its banks do', (locale, date, long, moment) => {
  expect([
    writeDate(AT, locale, { ...UTC, day: 'numeric', month: 'short', year: 'numeric' }),
    writeDate(AT, locale, { ...UTC, dateStyle: 'long' }),
    writeDate(AT, locale, { ...UTC, day: 'numeric', month: 'short', ...TIME }),
  ]).toEqual([date, long, moment]);
});
