import type { APIRoute } from 'astro';
import { sitemapIndex } from '../lib/feeds/sitemap.ts';
import { siteUrl } from '../lib/config.ts';

export const prerender = true;

export const GET: APIRoute = ({ site = new URL(siteUrl) }) =>
  new Response(sitemapIndex(['/sitemap-pages.xml', '/sitemap-announcements.xml'], site), {
    headers: { 'Content-Type': 'application/xml' },
  });
