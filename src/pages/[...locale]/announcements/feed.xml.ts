import type { APIRoute } from 'astro';
import { announcementList } from '../../../lib/api/contract/dashboard.ts';
import { createPageClient } from '../../../lib/api/page-client.ts';
import { siteUrl } from '../../../lib/config.ts';
import { atomFeed, feedPage } from '../../../lib/feeds/feed-page.ts';
import { readLocaleParam } from '../../../lib/i18n/locale-path.ts';
import { notFound } from '../../../lib/not-found.ts';

export const prerender = false;

const SIZE = 50;

export const GET: APIRoute = async ({ params, locals, site = new URL(siteUrl) }) => {
  const language = readLocaleParam(params['locale']);
  if (!language) return notFound();
  const answer = await createPageClient({ language, api: locals.api }).read(announcementList, { page: 1, size: SIZE });
  if (!answer.ok) return new Response('', { status: 503 });
  return new Response(atomFeed(answer.data.announcementList, feedPage(language, site)), {
    headers: { 'Content-Type': 'application/atom+xml' },
  });
};
