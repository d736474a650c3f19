/** A whole number, its thousands always grouped: `Intl` alone leaves 1000 as it is in Italian, beside 10.000. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: true }).format(count);
}

/** Short, for a chart's axis: `5K`, `5.000`. */
export function formatTick(value: number, locale: string): string {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', useGrouping: true }).format(value);
  // Vietnamese readers know K, and no N.
  return short.replace(/\sN$/, 'K');
}
