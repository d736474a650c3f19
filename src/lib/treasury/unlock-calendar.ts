export interface UnlockDate {
  /** Of the purchase: the same entry is updated, not doubled, when the file is taken in again. */
  id: string;
  at: Date;
  summary: string;
  description: string;
}

export interface CalendarFacts {
  /** The site's host name: it makes the entries' ids unique in the world. */
  host: string;
  name: string;
  madeAt: Date;
}

const encoder = new TextEncoder();
const MAX_LINE_OCTETS = 75;

/** An iCalendar file (RFC 5545) with an entry for each date on which a purchase has vested whole. */
export function unlockCalendar(dates: readonly UnlockDate[], { host, name, madeAt }: CalendarFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//JuFi//Treasury//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...dates.flatMap(({ id, at, summary, description }) => [
      'BEGIN:VEVENT',
      `UID:${id}@${host}`,
      `DTSTAMP:${utc(madeAt)}`,
      // Without an end the entry is a moment, section 3.6.1.
      `DTSTART:${utc(at)}`,
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(description)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Form 2 of section 3.3.5. The fraction of a second is left out, and the moment rounded up: at the time it names, it is so. */
function utc(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1_000) * 1_000)
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replace(/[-:]/g, '');
}

/** Section 3.3.11. Control characters have no place in a calendar's text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Section 3.1: no line is longer than 75 octets, and no character is cut in two. */
function fold(line: string): string {
  const folded: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > MAX_LINE_OCTETS) {
      folded.push(part);
      // The space that begins the next line counts.
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += length;
  }
  return [...folded, part].join('\r\n');
}
