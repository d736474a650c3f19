import type { Page } from '@playwright/test';
import common from '../../public/locales/en/common.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** Timers of 10 s and more, which wait for the test: their delay, and what they do. */
    longTimers: [delayMs: number, act: () => void][];
  }
}

test('a slow change of page is covered, is called by its name, and goes when the page is there', async ({ page }) => {
  await typeAddress(page, '/');
  const { open, watcher } = await followHeldLink(page);
  const label = (): Promise<string | null | undefined> =>
    watcher.evaluate(() => (window.opener as Window).document.querySelector('#loader:popover-open [data-loader-label]')?.textContent);
  await expect.poll(label).toBe(texts.shell.loading.page);
  expect(await canCancel(watcher)).toBe(false);
  open();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).loader).toBeHidden();
});

test('after 15 s it can be cancelled, and then the page stays', async ({ page }) => {
  await page.addInitScript(() => {
    window.longTimers = [];
    const setShortTimer = window.setTimeout.bind(window);
    const setTimer = (act: () => void, delayMs = 0): number => {
      if (delayMs < 10_000) return setShortTimer(act, delayMs);
      window.longTimers.push([delayMs, act]);
      return -1;
    };
    Reflect.set(window, 'setTimeout', setTimer);
  });
  await typeAddress(page, '/');
  const { open, watcher } = await followHeldLink(page);
  const longDelays = (): Promise<number[]> => watcher.evaluate(() => (window.opener as Window).longTimers.map(([delayMs]) => delayMs));
  await expect.poll(longDelays).toEqual([15_000]);
  expect(await canCancel(watcher)).toBe(false);
  await watcher.evaluate(() => (window.opener as Window).longTimers.forEach(([, act]) => act()));
  await expect.poll(() => canCancel(watcher)).toBe(true);
  await watcher.evaluate(() => (window.opener as Window).document.querySelector<HTMLElement>('[data-loader-cancel]')?.click());

  const { loader, languageButton, languageMenu } = siteParts(page);
  await expect(loader).toBeHidden();
  await expect(page).toHaveURL(`${siteOrigin}/`);
  open();
  await languageButton.click();
  await expect(languageMenu).toBeVisible();
});

test('a click that opens a new tab covers nothing', async ({ page, context }) => {
  await typeAddress(page, '/');
  const link = page.getByRole('link', { name: common.navigation.announcements }).last();
  // A tab in the background is not always announced to the test: that one is stopped when the page has decided.
  await page.evaluate(() => addEventListener('click', (event) => event.ctrlKey && event.preventDefault()));
  await link.click({ modifiers: ['Control'] });
  await link.evaluate((anchor) => anchor.setAttribute('target', '_blank'));
  const opened = context.waitForEvent('page');
  await link.click();
  await expect(await opened).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).loader).toBeHidden();
});

test.describe('signing out', () => {
  test.use({ signedInAs: 'newcomer' });

  test('is covered while the provider is told', async ({ page }) => {
    const { loader, accountChip } = siteParts(page);
    await openInApp(page, '/home');
    await page.route('**/api/account/logout', () => undefined);
    await accountChip.click();
    await page.getByRole('button', { name: common.signOut }).click();
    await expect(loader.getByRole('status')).toHaveText(texts.shell.loading.signOut);
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(siteParts(page).loader).toBeHidden();
  });
});

interface HeldLink {
  /** Lets the page answer. */
  open: () => void;
  /** A window that the page opened and that sees it: while a navigation is under way, nothing can be evaluated in the page itself. */
  watcher: Page;
}

/** Follows a link to a page that does not answer; by keyboard, since a pointer on its way there would have it fetched ahead. */
async function followHeldLink(page: Page): Promise<HeldLink> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(`${siteOrigin}/announcements`, async (route) => {
    await promise;
    await route.continue().catch(() => {
      // The browser gave the request up.
    });
  });
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('about:blank'));
  const watcher = await opened;
  await page.bringToFront();
  await page.getByRole('link', { name: common.navigation.announcements }).last().press('Enter', { noWaitAfter: true });
  return { open: () => resolve(undefined), watcher };
}

function canCancel(watcher: Page): Promise<boolean | undefined> {
  return watcher.evaluate(() => (window.opener as Window).document.querySelector('[data-loader-cancel]')?.checkVisibility());
}
