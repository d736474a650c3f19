/** A whole in basis points. */
const WHOLE = 10_000;

/** Formats basis points as a percentage without unnecessary digits: `0.5%`, `0,5 %`. */
export function formatRate(basisPoints: number, locale: string): string {
  return percent(locale).format(basisPoints / WHOLE);
}

/** Formats a range of whole percentages with a single sign: `6–18%`. */
export function formatRateSpan({ from, to }: { from: number; to: number }, locale: string): string {
  const numbers = unbroken(new Intl.NumberFormat(locale).formatRange(from / 100, to / 100));
  return percent(locale)
    .formatToParts(to / WHOLE)
    .map(({ type, value }) => (type === 'integer' ? numbers : value))
    .join('');
}

export function formatDays(days: number, locale: string): string {
  return spaced(dayFormat(locale).format(days), locale);
}

/** Days as years, to the nearest tenth: `3.9 years`. */
export function formatYears(days: bigint, locale: string): string {
  const tenths = Number((days * 20n + 365n) / 730n);
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'year', unitDisplay: 'long', maximumFractionDigits: 1 });
  return spaced(format.format(tenths / 10), locale);
}

export function formatMinutes(minutes: number, locale: string): string {
  return spaced(new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes), locale);
}

export function formatDaySpan({ from, to }: { from: number; to: number }, locale: string): string {
  return spaced(unbroken(dayFormat(locale).formatRange(from, to)), locale);
}

/** A range's dash is one in print, and no line ends beside it: `6–` alone reads as if something were missing. */
function unbroken(range: string): string {
  return range.replace(/(?<=\d)[-–～~](?=\d)/, (dash) => `\u2060${dash === '-' ? '–' : dash}\u2060`);
}

function percent(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
}

function dayFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
}

/** Between a number and its unit as in the texts around it: `30日`, `30\u00a0天`. `Intl` has it the other way round. */
const SPACES: Readonly<Record<string, string>> = { 'ja-JP': '', 'zh-CN': '\u00a0', 'zh-TW': '\u00a0' };

function spaced(text: string, locale: string): string {
  const space = SPACES[locale];
  return space === undefined ? text : text.replace(/(?<=\d) ?(?=[日天分年])/, space);
}
