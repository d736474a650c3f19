import { renderMarkdown } from '../announcements/render-markdown.ts';
import type { Announcement, AnnouncementCategory } from '../api/contract/dashboard.ts';
import { type LanguageCode, languageOf } from '../i18n/languages.ts';
import { localePath } from '../i18n/locale-path.ts';
import { translator } from '../i18n/translator.ts';
import { escapeXml } from './escape-xml.ts';

/** A feed's metadata in one language, with absolute addresses. */
interface FeedPage {
  tag: string;
  title: string;
  description: string;
  site: string;
  /** The page that the feed is of. */
  list: string;
  atom: string;
  json: string;
  addressOf: (slug: string) => string;
  /** An announcement's body with whole addresses, for readers that don't know the site. */
  htmlOf: (body: string) => string;
  categoryOf: (category: AnnouncementCategory) => string;
}

export function feedPage(language: LanguageCode, site: URL): FeedPage {
  const t = translator(language, 'announcements');
  const whole = (path: string): string => new URL(localePath(language, path), site).href;
  return {
    tag: languageOf(language).tag,
    title: `${t('title')} · JuFi`,
    description: t('description'),
    site: new URL('/', site).href,
    list: whole('/announcements'),
    atom: whole('/announcements/feed.xml'),
    json: whole('/announcements/feed.json'),
    htmlOf: (body) => renderMarkdown(body).replaceAll('<img src="/', `<img src="${new URL('/', site).href}`),
    addressOf: (slug) => whole(`/announcements/${slug}`),
    categoryOf: (category) => t(`categories.${category}`),
  };
}

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

/** The announcements as a JSON feed (jsonfeed.org, version 1.1). */
export function jsonFeed(announcements: readonly Announcement[], page: FeedPage): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: page.title,
    description: page.description,
    home_page_url: page.list,
    feed_url: page.json,
    language: page.tag,
    authors: [{ name: 'JuFi', url: page.site }],
    items: announcements.map((announcement) => ({
      id: `urn:uuid:${announcement.id}`,
      url: page.addressOf(announcement.slug),
      title: announcement.title,
      summary: announcement.summary,
      content_html: page.htmlOf(announcement.body),
      date_published: announcement.publishedAt,
      date_modified: announcement.updatedAt,
      language: languageOf(announcement.language).tag,
      tags: [page.categoryOf(announcement.category)],
    })),
  });
}
