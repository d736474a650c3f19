import type { Announcement } from '../api/contract/dashboard.ts';
import { languageOf } from '../i18n/languages.ts';
import { escapeXml } from './escape-xml.ts';
import type { FeedPage } from './feed-page.ts';

/** The announcements as an Atom feed (RFC 4287). */
export function atomFeed(announcements: readonly Announcement[], page: FeedPage): string {
  const updated =
    announcements
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${page.tag}">
<id>${escapeXml(page.list)}</id>
<title>${escapeXml(page.title)}</title>
<subtitle>${escapeXml(page.description)}</subtitle>
<updated>${updated}</updated>
<author><name>JuFi</name><uri>${escapeXml(page.site)}</uri></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(page.atom)}"/>
<link rel="alternate" type="text/html" hreflang="${page.tag}" href="${escapeXml(page.list)}"/>
${announcements.map((announcement) => entryOf(announcement, page)).join('\n')}
</feed>
`;
}

function entryOf(announcement: Announcement, { addressOf, categoryOf, htmlOf }: FeedPage): string {
  const { id, slug, title, summary, body, category, publishedAt, updatedAt, language } = announcement;
  const { tag } = languageOf(language);
  // The address may change, the entry stays the same one (RFC 4287, 4.2.6).
  return `<entry xml:lang="${tag}">
<id>urn:uuid:${id}</id>
<title>${escapeXml(title)}</title>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" hreflang="${tag}" href="${escapeXml(addressOf(slug))}"/>
<category term="${category}" label="${escapeXml(categoryOf(category))}"/>
<summary>${escapeXml(summary)}</summary>
<content type="html">${escapeXml(htmlOf(body))}</content>
</entry>`;
}
