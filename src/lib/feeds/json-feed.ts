import type { Announcement } from '../api/contract/dashboard.ts';
import { languageOf } from '../i18n/languages.ts';
import type { FeedPage } from './feed-page.ts';

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
