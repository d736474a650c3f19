import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { languages } from '../../src/lib/i18n/languages.ts';
import { developmentAccount } from './support/api-member.ts';
import { openInApp, stored } from './support/navigation.ts';
import { routeUntil } from './support/route-until.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet, walletPage } from './support/wallet-page.ts';

const MEMBER = 3;

test.use({ expectedFaults: [/status of 404|dynamically imported module|ERR_FAILED|\[astro-island\]/] });

const noticeOf = (page: Page) => page.locator('#update-notice');

/** As if a new build had replaced this page's: the site serves the new pages, and the old files are gone. */
async function release(page: Page, gone: string): Promise<() => void> {
  const restorePages = await routeUntil(
    page,
    (url) => !/\/(_astro|api|locales)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll(/shell\.\w+\.js/g, 'shell.0123456789.js') });
    },
  );
  const restoreFile = await routeUntil(page, gone, (route) => route.fulfill({ status: 404 }));
  return () => {
    restorePages();
    restoreFile();
  };
}

test.describe('a member’s page of an earlier build', () => {
  test.use({ signedInAs: MEMBER, stored: connectedWallet(MEMBER) });

  test('announces a new version when a part is gone, and loads it on a press', async ({ page }) => {
    const { modal, transferButton } = walletPage(page);
    const notice = noticeOf(page);
    const over = await release(page, '**/_astro/wallet-later.*');
    await openInApp(page, '/wallet');
    await transferButton('USDT').click();
    await expect(notice).toBeVisible();
    await expect(modal).toBeHidden();
    await expect(notice).toContainText(texts.update.text);
    over();
    const loaded = page.waitForEvent('load');
    await notice.getByRole('link', { name: texts.dialog.reload }).click();
    await loaded;
    expect(await stored(page, 'AUTH_TOKEN')).not.toBeNull();
    await expect(notice).toBeHidden();
  });

  test('announces it above the open dialog when what would sign the order is gone, and nothing is sent', async ({ page }) => {
    const { modal, review, confirm } = walletPage(page);
    const notice = noticeOf(page);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/walletTransfer') && sent.push(request.url()));
    await release(page, '**/_astro/sign-order-later.*');
    await openInApp(page, '/wallet');
    await review(developmentAccount(8).address, '1');
    await confirm.click();
    await expect(notice).toContainText(texts.update.text);
    await expect(modal).toBeVisible();
    // Not behind the dialog.
    await notice.getByRole('link', { name: texts.dialog.reload }).click({ trial: true });
    expect(sent).toEqual([]);
  });

  test('says so if the API uses another contract', async ({ page }) => {
    await release(page, '**/nothing');
    await page.route('**/api/dashboard/home', (route) => route.fulfill({ json: { code: 0, message: 'OK', data: { other: true } } }));
    await openInApp(page, '/home');
    await expect(noticeOf(page)).toBeVisible();
    await expect(noticeOf(page)).toContainText(texts.update.text);
  });

  test('says nothing if the page is of the current build', async ({ page }) => {
    await openInApp(page, '/home');
    const looked = page.waitForResponse((response) => response.request().resourceType() === 'fetch' && response.url().endsWith('/home'));
    await page.evaluate((address) => void import(address), '/_astro/gone.0.js');
    expect((await looked).ok()).toBe(true);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(noticeOf(page)).toBeHidden();
  });
});

test('a public page of an earlier build says so when its first script is gone, instead of failing silently', async ({ page }) => {
  // Before the page loads: on a busy machine the browser may report a pointer movement that didn't happen, which loads the script.
  await release(page, '**/_astro/shell.*');
  await page.goto('/');
  await page.mouse.move(200, 200);
  await page.locator('[data-theme-toggle]').first().click();
  await expect(noticeOf(page)).toContainText(texts.update.text);
  await expect(noticeOf(page).getByRole('link', { name: texts.dialog.reload })).toBeVisible();
});

test('it says so in each language', async ({ page }) => {
  for (const { code } of languages) {
    const own = await page.request.get(`/locales/${code}/session.json`);
    const { update } = (await own.json()) as typeof texts;
    const html = await (await page.request.get(code === 'en' ? '/' : `/${code}`)).text();
    expect(html, code).toContain(update.text);
  }
});
