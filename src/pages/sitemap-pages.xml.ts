import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/config.ts';
import { sitemap } from '../lib/feeds/sitemap.ts';
import { languages } from '../lib/i18n/languages.ts';
import { navigationOf } from '../lib/navigation.ts';

export const prerender = true;

export const GET: APIRoute = ({ site = new URL(siteUrl) }) => {
  const paths = ['/', ...navigationOf('footer').map(({ path }) => path)];
  const everywhere = languages.map(({ code }) => code);
  return new Response(
    sitemap(
      paths.map((path) => ({ path, languages: everywhere })),
      site,
    ),
    {
      headers: { 'Content-Type': 'application/xml' },
    },
  );
};
