import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { typeAddress } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { notices, errorTitle } = texts.shell;

test('a toast is shown for 2 s', async ({ page }) => {
  const { infoToast } = siteParts(page);
  await showKept(page, { kind: 'info', key: 'signedOut' });
  await expect(infoToast).toContainText(notices.signedOut.title);
  await expect(infoToast).toContainText(notices.signedOut.text);
  await page.clock.runFor(1_800);
  await expect(infoToast).toBeVisible();
  await page.clock.runFor(300);
  await expect(infoToast).toHaveCount(0);
});

test('it stays while hovered or focused, and disappears afterwards', async ({ page }) => {
  const { infoToast, languageButton } = siteParts(page);
  await showKept(page, { kind: 'info', key: 'signedOut' });
  await infoToast.hover();
  await page.clock.runFor(10_000);
  await expect(infoToast).toBeVisible();
  await infoToast.focus();
  await languageButton.hover();
  await page.clock.runFor(10_000);
  await expect(infoToast).toBeVisible();
  await languageButton.focus();
  await page.clock.runFor(2_100);
  await expect(infoToast).toHaveCount(0);
});

test('Escape on it dismisses it', async ({ page }) => {
  const { infoToast } = siteParts(page);
  await showKept(page, { kind: 'info', key: 'signedOut' });
  await infoToast.focus();
  await page.keyboard.press('Escape');
  await expect(infoToast).toHaveCount(0);
});

test('one error and one info at a time: a new one replaces the old', async ({ page }) => {
  const { errorToast, infoToast, toasts } = siteParts(page);
  await showKept(
    page,
    { kind: 'error', title: 'First', detail: 'first detail' },
    { kind: 'info', key: 'signInFirst' },
    { kind: 'error', detail: 'second detail' },
    { kind: 'info', key: 'signedOut' },
    { kind: 'success', message: 'Done' },
  );
  await expect(errorToast).toHaveCount(1);
  await expect(errorToast).toContainText(errorTitle);
  await expect(errorToast).toContainText('second detail');
  await expect(infoToast.filter({ hasText: notices.signedOut.title })).toHaveCount(1);
  await expect(toasts.getByText('Done')).toBeVisible();
  await expect(toasts.getByText(notices.signInFirst.title)).toHaveCount(0);
  await expect(toasts.getByText('first detail')).toHaveCount(0);
});

test('toasts are at the top right and above an open dialog', async ({ page }) => {
  const { infoToast, walletModal, signInButton } = siteParts(page);
  await showKept(page, { kind: 'info', key: 'signedOut' });
  await infoToast.hover();
  const box = await infoToast.boundingBox();
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(box?.y ?? Infinity).toBeLessThan(120);
  expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(60);
  await infoToast.focus();
  await signInButton.click();
  await expect(walletModal).toBeVisible();
  await expect(infoToast).toBeVisible();
  // A click hits whatever is on top, which must be the toast.
  await infoToast.click();
  await expect(walletModal).toBeVisible();
});

test('a toast’s text is never interpreted as markup', async ({ page }) => {
  await showKept(page, { kind: 'info', title: '<b>bold</b>', text: '<img src=x>' });
  await expect(siteParts(page).infoToast).toContainText('<b>bold</b>');
  await expect(siteParts(page).toasts.locator('img, b b')).toHaveCount(0);
});

/** Shows the toast left by a previous page; from then on the test controls the time. */
async function showKept(page: Page, ...kept: Record<string, string>[]): Promise<void> {
  await page.clock.install();
  await page.addInitScript((toasts) => sessionStorage.setItem('jufi:toast', JSON.stringify(toasts)), kept);
  await page.clock.pauseAt(Date.now() + 60_000);
  await typeAddress(page, '/');
  // The frame after which a public page checks for toasts.
  await page.clock.runFor(50);
  await expect(siteParts(page).toasts.locator('[role]').first()).toBeVisible();
}
