import type { Page } from '@playwright/test';
import common from '../../public/locales/en/common.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

test('a slow change of page is covered, is called by its name, and goes when the page is there', async ({ page }) => {
  const { loader } = siteParts(page);
  await typeAddress(page, '/');
  const open = await holdPage(page, '/announcements');
  await followLink(page);
  await expect(loader).toBeVisible();
  await expect(loader.getByRole('status')).toHaveText(texts.shell.loading.page);
  await expect(loader.getByRole('button', { name: common.cancel })).toBeHidden();
  open();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).loader).toBeHidden();
});

test('after 15 s it can be cancelled, and then the page stays', async ({ page }) => {
  const { loader, languageButton, languageMenu } = siteParts(page);
  await typeAddress(page, '/');
  await page.clock.install();
  const open = await holdPage(page, '/announcements');
  await followLink(page);
  await expect(loader).toBeVisible();
  await page.clock.runFor(14_000);
  const cancel = loader.getByRole('button', { name: common.cancel });
  await expect(cancel).toBeHidden();
  await page.clock.runFor(1_500);
  await cancel.click();
  await expect(loader).toBeHidden();
  await expect(page).toHaveURL(`${siteOrigin}/`);
  open();
  await languageButton.click();
  await expect(languageMenu).toBeVisible();
});

test('a click that opens a new tab covers nothing', async ({ page, context }) => {
  await typeAddress(page, '/');
  const opened = context.waitForEvent('page');
  await page
    .getByRole('link', { name: common.navigation.announcements })
    .last()
    .click({ modifiers: ['Control'] });
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

/** The page does not answer until what is given back is called. */
async function holdPage(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(siteOrigin + path, async (route) => {
    await promise;
    await route.continue().catch(() => {
      // The browser gave the request up.
    });
  });
  return () => resolve(undefined);
}

/** By keyboard, since a pointer on its way there would have the page fetched ahead; without waiting for the page it leads to. */
async function followLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: common.navigation.announcements }).last().press('Enter', { noWaitAfter: true });
}
