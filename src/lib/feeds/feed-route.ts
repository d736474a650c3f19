import type { APIRoute } from 'astro';
import { announcementList } from '../api/contract/dashboard.ts';
import { createPageClient } from '../api/page-client.ts';
import { siteUrl } from '../config.ts';
import { readLocaleParam } from '../i18n/locale-path.ts';
import { notFound } from '../not-found.ts';
import { type atomFeed, feedPage } from './feed-page.ts';

const SIZE = 50;

/** The newest announcements as a feed of this type. */
export function feedRoute(write: typeof atomFeed, type: string): APIRoute {
  return async ({ params, locals, site = new URL(siteUrl) }) => {
    const language = readLocaleParam(params['locale']);
    if (!language) return notFound();
    const answer = await createPageClient({ language, api: locals.api }).read(announcementList, { page: 1, size: SIZE });
    if (!answer.ok) return new Response('', { status: 503 });
    return new Response(write(answer.data.announcementList, feedPage(language, site)), { headers: { 'Content-Type': type } });
  };
}
