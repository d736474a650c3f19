import type { Page } from '@playwright/test';
import type { Site } from '../../server/site.ts';
import { startBuiltSite } from './support/broken-site.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts-of.ts';

const ARTICLE = '/announcements/chain-upgrade';
const { asOf, offline } = textsOf('en', 'common');
const [before = ''] = asOf.offline.split('{{moment}}');

test.use({ serviceWorkers: 'allow', expectedFaults: [/ERR_CONNECTION|ERR_FAILED|Failed to fetch|status of 40[14]|status of 503/] });

/** The tests' own provider, over its calls. */
const provide = async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return fetch(siteOrigin + pathname + search, { method: request.method, headers: request.headers });
};

/** Opens a page, acts on it, and waits until the worker has kept it. */
async function openWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The first input has the shell fetched, the next one what comes later.
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return page.evaluate(() => navigator.serviceWorker.controller?.state);
    })
    .toBe('activated');
  await expect.poll(() => keptAddresses(page)).toContain(new URL(address).pathname);
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(url.slice(location.origin.length));
    return addresses;
  });
}

test('offline, the last public page is shown with its date, and nothing personal was cached', async ({ page }) => {
  const site = await startBuiltSite({ provider: { fetch: provide } });
  try {
    await openWithWorker(page, site.url + ARTICLE);
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    for (const path of ['/th/privacy', '/', '/status', '/announcements?page=1&utm=x', '/announcements?q=fees'])
      await page.goto(site.url + path);
    // Without a session this leads to the start page, whose shell contains no personal data.
    await page.goto(`${site.url}/wallet`);
    await page.waitForURL(`${site.url}/`);
    await page.evaluate(() => fetch('/api/dashboard/terms', { headers: { Authorization: 'Bearer of-a-member' } }));
    await page.goto(`${site.url}/th/privacy?token=of-a-link`);
    await expect
      .poll(() => keptAddresses(page))
      .toEqual(expect.arrayContaining([ARTICLE, '/th/privacy', '/', '/wallet', '/offline', '/th/offline']));
    const kept = await keptAddresses(page);
    expect(kept.filter((address) => /^\/api\/|token=|utm=|\/status/.test(address))).toEqual([]);
    await site.stop();

    // While the connections of the site are being closed, the browser may give up a navigation.
    await expect(() => page.goto(site.url + ARTICLE)).toPass();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('.as-of')).toContainText(before.trim());
    await expect(page.locator('.as-of')).toContainText(String(new Date().getFullYear()));
    await expect(page.locator('.as-of')).toHaveCSS('border-inline-start-style', 'solid');
    await page.goto(`${site.url}/th/privacy`);
    await expect(page.locator('.as-of')).toContainText(textsOf('th', 'common').asOf.offline.split('{{moment}}')[0]?.trim() ?? '');
    await page.goto(`${site.url}/status`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(offline.title);
    await page.goto(`${site.url}/th/reserves`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('th', 'common').offline.title);
    await expect(page.getByRole('link', { name: textsOf('th', 'common').actions.retry })).toHaveAttribute('href', '');
    expect(
      await page.evaluate(() =>
        fetch('/api/dashboard/terms').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed');
  } finally {
    await site.stop();
  }
});

test('online, every page is the newest, and a disabled worker is gone with the next page', async ({ page }) => {
  let title = '';
  let now = new Date();
  const provider = {
    fetch: async (request: Request): Promise<Response> => {
      const answer = await provide(request);
      return title === '' ? answer : new Response((await answer.text()).replaceAll(/"title":"[^"]*"/g, `"title":"${title}"`), answer);
    },
  };
  const site = await startBuiltSite({ provider, clock: () => now });
  let next: Site | undefined;
  try {
    await openWithWorker(page, site.url + ARTICLE);
    title = 'Newer by an hour';
    now = new Date(now.getTime() + 3_600_000);
    await page.goto(site.url + ARTICLE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await site.stop();
    next = await startBuiltSite({ provider, port: site.port, hasServiceWorker: false });
    await page.goto(site.url + ARTICLE);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  } finally {
    await site.stop();
    await next?.stop();
  }
});

test('the site can be installed: its manifest is complete, and its images exist', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(address ?? '')).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ id: '/', name: 'JuFi', start_url: '/', scope: '/', display: 'minimal-ui' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const picture = Object.assign(new Image(), { src: source });
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});
