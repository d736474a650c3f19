import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { siteOrigin } from './support/ports.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test as base } from './support/test.ts';

/** What stands between the reader and the site: an extension, or an old proxy. */
interface Between {
  takesReferrers?: boolean;
  takesFetchMetadata?: boolean;
}

const test = base.extend<Between & { site: string }>({
  takesReferrers: [false, { option: true }],
  takesFetchMetadata: [false, { option: true }],
  site: async ({ takesReferrers, takesFetchMetadata }, use) => {
    const proxy = createServer((request, response) => {
      const headers: IncomingHttpHeaders = { ...request.headers, host: new URL(siteOrigin).host };
      if (takesFetchMetadata)
        for (const name of Object.keys(headers)) if (name.startsWith('sec-fetch-')) Reflect.deleteProperty(headers, name);
      const asked = ask(siteOrigin + (request.url ?? '/'), { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(takesReferrers && { 'referrer-policy': 'no-referrer' }) });
        answer.pipe(response);
      });
      asked.once('error', () => response.destroy());
      request.pipe(asked);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  },
});

test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 40[13]/] });

for (const between of [
  { takesReferrers: true },
  { takesFetchMetadata: true },
  { takesReferrers: true, takesFetchMetadata: true },
] satisfies Between[])
  test.describe(`with something between that ${Object.keys(between).join(' and ')}`, () => {
    test.use(between);

    test('a link opened in a new tab keeps the session, in all tabs', async ({ page, context, site, member }) => {
      await enter(page, site, sessionValues(member));
      for (const open of [
        // Not with Ctrl or the wheel: Playwright loses sight of a tab that opens in the background.
        () => firstArticle(page).evaluate((link: HTMLAnchorElement) => Object.assign(link, { target: '_blank', rel: 'noopener' }).click()),
        () => firstArticle(page).evaluate((link: HTMLAnchorElement) => void window.open(link.href, '_blank', 'noopener')),
      ])
        await expectSignedIn(await openedBy(context, open));
      await expectSignedIn(page);
    });

    test('a link and a way back within the tab keep it', async ({ page, site, member }) => {
      await enter(page, site, sessionValues(member));
      await firstArticle(page).click();
      await expect(page).toHaveURL(/\/announcements\/./);
      await expectSignedIn(page);
      await page.goBack();
      await expectSignedIn(page);
    });

    test('a typed address ends it, and so does a reload', async ({ page, site, member }) => {
      for (const visit of [() => page.goto(`${site}/announcements/chain-upgrade`), () => page.reload()]) {
        await enter(page, site, sessionValues(member));
        await visit();
        await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
        expect(await page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeNull();
      }
    });

    test('an address typed in a new tab ends it when no other tab shows it', async ({ page, context, site, member }) => {
      await enter(page, site, sessionValues(member));
      const other = await context.newPage();
      await page.close();
      await other.goto(`${site}/announcements`);
      await expect(other.locator('html')).toHaveAttribute('data-session', 'out');
      expect(await other.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeNull();
    });
  });

/** By a link of the landing page, with a session on the device. */
async function enter(page: Page, site: string, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(site);
  await page.evaluate((stored) => void Object.assign(localStorage, stored), { ...values, 'jufi:token-origin': site });
  await page.goto(site);
  await page.locator('a[href="/announcements"]').first().click();
  await expect(page).toHaveURL(`${site}/announcements`);
  await expectSignedIn(page);
}

function firstArticle(page: Page) {
  return page.getByRole('main').getByRole('listitem').getByRole('link').last();
}

async function openedBy(context: BrowserContext, act: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
  return opened;
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
  expect(await page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).not.toBeNull();
}
