import type { Announcement } from '../api/contract/dashboard.ts';

/** The listed announcements published just before and just after. */
export function neighbours(
  slug: string,
  listed: readonly Announcement[],
): { older: Announcement | undefined; newer: Announcement | undefined } {
  const byTime = listed.toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  const place = byTime.findIndex((announcement) => announcement.slug === slug);
  return place === -1 ? { older: undefined, newer: undefined } : { older: byTime[place + 1], newer: byTime[place - 1] };
}
