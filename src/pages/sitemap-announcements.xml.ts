import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/config.ts';
import { readTranslated, sitemap } from '../lib/feeds/sitemap.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals, site = new URL(siteUrl) }) => {
  const pages = await readTranslated(locals.api);
  // Half a list would have search engines forget the rest.
  if (pages === null) return new Response('', { status: 503 });
  return new Response(sitemap(pages, site), { headers: { 'Content-Type': 'application/xml' } });
};
