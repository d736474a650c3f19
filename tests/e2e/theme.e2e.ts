import type { Page } from '@playwright/test';
import settings from '../../public/locales/en/settings.json' with { type: 'json' };
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** The root's class when the body, and with it anything to paint, first existed. */
    themeAtBody?: string;
  }
}

test('it is dark by default, and that is stored', async ({ page }) => {
  await typeAddress(page, '/');
  await expect(page.locator('html')).toHaveClass('theme-dark');
  expect(await stored(page, 'theme')).toBe('theme-dark');
});

test('the toggle stores and applies the other theme, and the next page starts with it', async ({ page }) => {
  await typeAddress(page, '/');
  await siteParts(page).themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  expect(await stored(page, 'theme')).toBe('theme-light');
  await typeAddress(page, '/de/announcements');
  await expect(page.locator('html')).toHaveClass('theme-light');
  await siteParts(page).header.locator('[data-theme-toggle]').click();
  await expect(page.locator('html')).toHaveClass('theme-dark');
  expect(await stored(page, 'theme')).toBe('theme-dark');
});

for (const nonsense of ['', 'light', 'theme-blue', 'theme-light theme-dark']) {
  test.describe(`"${nonsense}" stored`, () => {
    test.use({ stored: { theme: nonsense } });

    test('is dark, and dark is stored', async ({ page }) => {
      await typeAddress(page, '/');
      await expect(page.locator('html')).toHaveClass('theme-dark');
      expect(await stored(page, 'theme')).toBe('theme-dark');
    });
  });
}

test.describe('light stored', () => {
  test.use({ stored: { theme: 'theme-light' }, expectedFaults: [/status of 404/] });

  for (const path of ['/', '/announcements', '/zh/no-such-page']) {
    test(`${path} is light before the first paint`, async ({ page }) => {
      await watchForBody(page);
      await page.goto(path);
      expect(await page.evaluate(() => window.themeAtBody)).toBe('theme-light');
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    });
  }

  test.describe('signed in', () => {
    test.use({ signedInAs: 'newcomer' });

    test('/home is light before the first paint', async ({ page }) => {
      await watchForBody(page);
      await openInApp(page, '/home');
      expect(await page.evaluate(() => window.themeAtBody)).toBe('theme-light');
    });
  });
});

test('another tab follows', async ({ page, context }) => {
  const other = await context.newPage();
  await typeAddress(other, '/announcements');
  await typeAddress(page, '/');
  await siteParts(page).themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  await expect(other.locator('html')).toHaveClass('theme-light');
});

async function watchForBody(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('body')) return;
      window.themeAtBody ??= document.documentElement.className;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

test.describe('a member who wants the theme of the device', () => {
  test.use({ signedInAs: 'newcomer', colorScheme: 'light' });

  test('chooses it in the settings: it changes with the device, is there before the first paint, and ends with the toggle', async ({
    page,
  }) => {
    const root = page.locator('html');
    await openInApp(page, '/profile/settings');
    const choice = page.getByRole('group', { name: settings.theme.title });
    await expect(choice.getByRole('radio', { name: settings.theme.dark })).toBeChecked();
    await choice.getByRole('radio', { name: settings.theme.device }).check();
    await expect(root).toHaveClass('theme-light');
    expect(await stored(page, 'theme')).toBe('theme-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveClass('theme-dark');
    // It changes while no page is open: the next one starts with it, and goes on so when its scripts have come.
    await page.goto('about:blank');
    await page.emulateMedia({ colorScheme: 'light' });
    await watchForBody(page);
    await openInApp(page, '/home');
    expect(await page.evaluate(() => window.themeAtBody)).toBe('theme-light');
    expect(await stored(page, 'theme')).toBe('theme-light');
    const toggle = siteParts(page).header.locator('[data-theme-toggle]');
    await toggle.click();
    await expect(root).toHaveClass('theme-dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    await toggle.click();
    await expect(root).toHaveClass('theme-light');
  });
});
