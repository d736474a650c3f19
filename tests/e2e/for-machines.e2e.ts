import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { z } from 'zod';
import { languages } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { navigationOf } from '../../src/lib/navigation.ts';
import { displayWidth } from '../support/display-width.ts';
import { validateXml } from '../support/validate-xml.ts';
import budgets from './page-budgets.json' with { type: 'json' };
import { KNOWN_MESSAGE } from './support/known-message.ts';
import { expect, test } from './support/test.ts';
import { siteOrigin } from './support/ports.ts';
import { readAs } from './support/read-as.ts';

const KIB = 1024;
const PAGES = ['/', ...navigationOf('footer').map(({ path }) => path), '/announcements/chain-upgrade'];
/** Compressed size of all scripts before any interaction, inline ones included. */
const MOST_KIB = new Map(Object.entries(budgets).map(([path, { js }]) => [path, js]));
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
const installed = z.object({
  id: z.string(),
  lang: z.string(),
  start_url: z.string(),
  description: z.string(),
  shortcuts: z.array(z.object({ url: z.string() })).min(1),
});
const graph = z.object({ '@context': z.literal('https://schema.org') }).and(
  z.union([
    z.object({
      '@graph': z.tuple([
        z.object({ '@type': z.literal('Organization'), name: z.literal('JuFi'), url: z.url(), logo: z.url() }),
        z.object({ '@type': z.literal('WebSite'), name: z.literal('JuFi'), url: z.url(), inLanguage: z.string() }),
      ]),
    }),
    z.object({
      '@type': z.literal('NewsArticle'),
      headline: z.string().max(200),
      datePublished: z.iso.datetime(),
      dateModified: z.iso.datetime(),
      image: z.url(),
      author: z.object({ '@type': z.literal('Organization'), name: z.string() }),
    }),
    z.object({
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z.array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: z.string(), item: z.url() })).length(3),
    }),
  ]),
);

for (const [place, path] of PAGES.entries()) {
  test(`${path} is valid HTML with structured data, and stays within its budget`, async () => {
    for (const { code } of languages) {
      const { text: html } = await readAs(10 + place, localePath(code, path));
      const { results } = await validator.validateString(html);
      const found = results
        .flatMap(({ messages }) => messages.map(({ message }) => message))
        .filter((message) => !KNOWN_MESSAGE.test(message));
      expect(found, code).toEqual([]);
      expect(linksTo(html, 'canonical')).toEqual([siteOrigin + localePath(code, path)]);
      expect(linksTo(html, 'manifest')).toEqual([localePath(code, '/site.webmanifest')]);
      if (!path.startsWith('/announcements/')) expectOwnMetadata(html);
      expect(html.match(/<link rel="alternate" hreflang="[^"]+"/g)).toHaveLength(languages.length + 1);
      const data = Array.from(html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g), ([, json]) => json ?? '');
      expect(data).toHaveLength(path === '/' ? 1 : path.startsWith('/announcements/') ? 2 : 0);
      for (const json of data) graph.parse(JSON.parse(json));
      expect(await scriptBytes(html, async (address) => (await readAs(10 + place, address)).text)).toBeLessThanOrEqual(
        (MOST_KIB.get(path) ?? 0) * KIB,
      );
    }
  });
}

test('every page has its own card in its own language, rendered once and revalidated by its tag', async ({ request }) => {
  const tags = new Set<string>();
  const places = [...languages.map(({ code }) => localePath(code, PAGES.at(-1) ?? '/')), ...PAGES.map((path) => localePath('th', path))];
  const pages = [...new Set(places)];
  for (const [place, path] of pages.entries()) {
    const client = 60 + (place % 6);
    const { text: html } = await readAs(client, path);
    const address = new URL(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '').pathname;
    const card = await readAs(client, address);
    expect([card.status, card.type], address).toEqual([200, 'image/png']);
    const again = await request.get(address);
    const etag = again.headers()['etag'] ?? '';
    tags.add(etag);
    expect((await request.get(address, { headers: { 'If-None-Match': etag } })).status()).toBe(304);
  }
  expect(tags.size).toBe(pages.length);
  for (const address of ['/cards/en/no-such-page.png', '/cards/xx/home.png', '/cards/en/wallet.png', '/cards/en/announcements/no-such.png'])
    expect((await readAs(66, address)).status, address).toBe(404);
});

test('sitemaps are valid, and every address in them is a page that names itself so', async () => {
  const { text: index } = await readAs(30, '/sitemap.xml');
  expect(await validateXml(index, 'sitemap.xsd')).toEqual([]);
  expect((await readAs(30, '/robots.txt')).text).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`);
  const addresses: string[] = [];
  for (const map of locationsIn(index)) {
    const { text } = await readAs(30, map);
    expect(await validateXml(text, 'sitemap.xsd')).toEqual([]);
    addresses.push(...locationsIn(text));
  }
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(PAGES.length * languages.length);
  for (const [place, address] of addresses.entries()) {
    const { status, text } = await readAs(31 + (place % 4), address);
    expect(status, address).toBe(200);
    expect(linksTo(text, 'canonical'), address).toEqual([address]);
  }
});

test('feeds are valid in every language, and contain nothing executable', async () => {
  const item = z.object({ id: z.string(), url: z.url(), title: z.string(), content_html: z.string(), date_published: z.iso.datetime() });
  const feed = z.object({ version: z.literal('https://jsonfeed.org/version/1.1'), language: z.string(), items: z.array(item).min(1) });
  for (const { code, tag } of languages) {
    const atom = await readAs(40, localePath(code, '/announcements/feed.xml'));
    expect(atom.type).toContain('application/atom+xml');
    expect(await validateXml(atom.text, 'atom.xsd'), code).toEqual([]);
    const json = feed.parse(JSON.parse((await readAs(40, localePath(code, '/announcements/feed.json'))).text));
    expect(json.language).toBe(tag);
    for (const { url, content_html: html } of json.items) {
      expect(url.startsWith(siteOrigin + localePath(code, '/announcements/'))).toBe(true);
      expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    }
  }
});

test('search finds announcements without JavaScript, and is hidden from search engines', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await readAs(43, '/announcements?q=recovery+phrase');
  await page.goto(`${siteOrigin}/announcements`);
  await page.getByRole('searchbox').fill('recovery phrase');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\?q=recovery(\+|%20)phrase$/);
  await expect(page.locator('.announcements .news li')).toHaveCount(1);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.locator('.announcements .news a').click();
  await expect(page.getByRole('navigation', { name: 'Other announcements' }).getByRole('link').first()).toBeVisible();
  await context.close();
});

test('what a device shows of the installed app is in the language of the page, and is one app in all', async ({ request }) => {
  const names = new Set<string>();
  for (const { code, tag } of languages) {
    const answer = await request.get(localePath(code, '/site.webmanifest'));
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    const { id, lang, start_url: start, description, shortcuts } = installed.parse(await answer.json());
    expect([id, lang, start]).toEqual(['/', tag, localePath(code, '/')]);
    names.add(description);
    for (const { url } of shortcuts) expect((await request.get(url)).status(), url).toBe(200);
  }
  expect(names.size).toBe(languages.length);
});

/** A title and a description for search results, apart from the heading, with all their figures. */
function expectOwnMetadata(html: string): void {
  const [title, description, heading] = [/<title>([^<]*)</, /<meta name="description" content="([^"]*)"/, /<h1[^>]*>([^<]*)</].map(
    (pattern) => pattern.exec(html)?.[1] ?? '',
  );
  expect(title).toContain('JuFi');
  expect(displayWidth(title ?? '')).toBeLessThanOrEqual(60);
  expect(displayWidth(description ?? '')).toBeGreaterThanOrEqual(110);
  expect(displayWidth(description ?? '')).toBeLessThanOrEqual(160);
  expect(heading).not.toBe('');
  expect([title, `${title ?? ''} · JuFi`]).not.toContain(heading);
  expect(description).not.toMatch(/\{\{|undefined|NaN/);
}

function linksTo(html: string, rel: string): string[] {
  return Array.from(html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"`, 'g')), ([, address]) => address ?? '');
}

function locationsIn(map: string): string[] {
  return Array.from(map.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) => address ?? '');
}

/** Scripts that run without interaction: inline ones and those they request. */
async function scriptBytes(html: string, read: (address: string) => Promise<string>): Promise<number> {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => !/type="(application|speculation)/.test(attributes),
  );
  let bytes = gzipSync(scripts.map(([, , text = '']) => text).join('\n')).length;
  for (const [, attributes = ''] of scripts) {
    const address = /src="([^"]*)"/.exec(attributes)?.[1];
    if (address !== undefined) bytes += gzipSync(await read(address)).length;
  }
  return bytes;
}
