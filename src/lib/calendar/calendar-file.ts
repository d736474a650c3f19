export interface CalendarDate {
  /** The purchase's or stake's id: importing the file again updates the entry instead of adding another. */
  id: string;
  at: Date;
  summary: string;
  description?: string;
  /** When the calendar reminds of it; at the moment itself unless said otherwise. */
  reminds?: 'DAY_BEFORE';
}

export interface CalendarFacts {
  /** The site's host name; makes the entries' ids globally unique. */
  host: string;
  name: string;
  madeAt: Date;
  /** How often a calendar that follows the file should read it again. */
  everyHours?: number;
}

const encoder = new TextEncoder();
const MAX_LINE_OCTETS = 75;

/** An iCalendar file (RFC 5545) with an entry and an alarm for each date on which something falls due. */
export function calendarFile(dates: readonly CalendarDate[], { host, name, madeAt, everyHours }: CalendarFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//JuFi//Dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    // RFC 7986, section 5.7, and the name that was there before.
    ...(everyHours === undefined ? [] : [`REFRESH-INTERVAL;VALUE=DURATION:PT${everyHours}H`, `X-PUBLISHED-TTL:PT${everyHours}H`]),
    ...dates.flatMap(({ id, at, summary, description, reminds }) => [
      'BEGIN:VEVENT',
      `UID:${id}@${host}`,
      `DTSTAMP:${utc(madeAt)}`,
      // An event without an end is a moment (section 3.6.1).
      `DTSTART:${utc(at)}`,
      `SUMMARY:${escapeText(summary)}`,
      ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(summary)}`,
      `TRIGGER:${reminds === 'DAY_BEFORE' ? '-P1D' : 'PT0S'}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Section 3.3.5, form 2. Rounded up to whole seconds, so that it is due at that time. */
function utc(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1_000) * 1_000)
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replace(/[-:]/g, '');
}

/** Section 3.3.11. Control characters aren't allowed in calendar text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Section 3.1: no line may exceed 75 octets, and no character may be split. */
function fold(line: string): string {
  const folded: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > MAX_LINE_OCTETS) {
      folded.push(part);
      // Counts the leading space of the continuation line.
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += length;
  }
  return [...folded, part].join('\r\n');
}
