import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarFile } from '../../../src/lib/calendar/calendar-file.ts';

const facts = { host: 'jufi.example', name: 'JuFi', madeAt: new Date('2026-11-21T15:30:00.000Z') };

it('lists each date once, as a moment in UTC at which it has vested, with an alarm then', () => {
  const file = calendarFile(
    [
      {
        id: '019aa000',
        at: new Date('2027-02-19T09:00:00.123Z'),
        summary: 'Growth: 1,232.57 JUF',
        description: 'All vested; claim it\nat any time.',
      },
    ],
    facts,
  );
  expect(file).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//JuFi//Dates//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:JuFi',
      'BEGIN:VEVENT',
      'UID:019aa000@jufi.example',
      'DTSTAMP:20261121T153000Z',
      'DTSTART:20270219T090001Z',
      'SUMMARY:Growth: 1\\,232.57 JUF',
      'DESCRIPTION:All vested\\; claim it\\nat any time.',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Growth: 1\\,232.57 JUF',
      'TRIGGER:PT0S',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

it('keeps texts complete, in lines of at most 75 octets split only between characters', () => {
  const unit = fc.constantFrom(...Array.from('aB 1,;:\\\n\r\t\u0007\u0085éกิ資🏦👩‍👧'));
  const text = fc.string({ unit, maxLength: 200 });
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const file = calendarFile([{ id: '1', at: facts.madeAt, summary, description }], facts);
      expect(file.endsWith('\r\n')).toBe(true);
      const octets = file
        .slice(0, -2)
        .split('\r\n')
        .map((line) => Buffer.from(line));
      expect(octets.every((line) => line.length <= 75 && line.length > 0)).toBe(true);
      const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
      expect(unfolded.filter((line) => line === 'BEGIN:VEVENT' || line === 'END:VEVENT')).toHaveLength(2);
      const told = unfolded.find((line) => line.startsWith('SUMMARY:'))?.slice('SUMMARY:'.length) ?? '';
      const readBack = told.replace(/\\(.)/gu, (_, character: string) => (character === 'n' ? '\n' : character));
      expect(readBack).toBe(summary.replace(/\r\n/g, '\n').replace(/(?!\n)\p{Cc}/gu, ''));
    }),
    { numRuns: 300 },
  );
});
