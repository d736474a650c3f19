import type { APIRoute } from 'astro';

export const prerender = true;

/** Member pages carry `noindex`. Disallowed here, crawlers would never read that. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
