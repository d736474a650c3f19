import type { APIRoute } from 'astro';

export const prerender = true;

/** Members' pages say `noindex` by themselves; kept out here, nobody would read it. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
