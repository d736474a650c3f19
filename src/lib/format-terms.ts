/** Formats basis points as a percentage without unnecessary digits: `0.5%`, `0,5 %`. */
export function formatRate(basisPoints: number, locale: string): string {
  return percent(locale).format(basisPoints / 10_000);
}

/** Formats a range of whole percentages with a single sign: `6–18%`. */
export function formatRateSpan({ from, to }: { from: number; to: number }, locale: string): string {
  const numbers = new Intl.NumberFormat(locale).formatRange(from / 100, to / 100);
  return percent(locale)
    .formatToParts(to / 10_000)
    .map(({ type, value }) => (type === 'integer' ? numbers : value))
    .join('');
}

export function formatDays(days: number, locale: string): string {
  return dayFormat(locale).format(days);
}

export function formatMinutes(minutes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
}

export function formatDaySpan({ from, to }: { from: number; to: number }, locale: string): string {
  return dayFormat(locale).formatRange(from, to);
}

function percent(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
}

function dayFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
}
