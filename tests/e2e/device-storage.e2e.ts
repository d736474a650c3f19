import { readFile } from 'node:fs/promises';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { blockStorage, hangDatabase, refuseWrites, withoutDomStorage } from './support/device-storage.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { storage, settingsOnly } = texts.shell.notices;

async function readTexts(language: string): Promise<typeof texts> {
  return JSON.parse(await readFile(`public/locales/${language}/session.json`, 'utf8')) as typeof texts;
}

test.describe('corrupt stored user data', () => {
  for (const garbage of ['{', '{"uid":1}']) {
    test.describe(garbage, () => {
      test.use({ signedInAs: 'newcomer', stored: { AUTH_USER: garbage } });

      test('the app continues, reports it once, and loads the figures anyway', async ({ page, member }) => {
        await openInApp(page, '/home');
        await expect(siteParts(page).infoToast).toContainText(storage.title);
        await expect(
          page.getByRole('region', { name: 'Portfolio' }).getByRole('heading', { name: 'Nothing in your account yet' }),
        ).toBeVisible();
        await openInApp(page, '/announcements');
        await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
        await siteParts(page).languageButton.click();
        await expect(siteParts(page).languageMenu).toBeVisible();
        await expect(siteParts(page).toasts.getByText(storage.title)).toHaveCount(0);
        expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
        // The member's data comes from the provider.
        await expect(siteParts(page).accountChip).toContainText(member.user.address.slice(-4));
        expect(JSON.parse((await stored(page, 'AUTH_USER')) ?? '')).toMatchObject({ uid: member.user.uid });
      });
    });
  }
});

test('a full device: pages work, it is reported once, and signing in says what it needs', async ({ page }) => {
  await refuseWrites(page, 'localStorage');
  const { infoToast, themeToggle, signInButton, walletModal, languageButton, languageMenu } = siteParts(page);
  await typeAddress(page, '/');
  await expect(infoToast).toContainText(storage.title);
  await themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await expect(walletModal.getByRole('alert').filter({ hasText: texts.failures.STORAGE_REFUSED })).toBeVisible();
  await page.keyboard.press('Escape');
  await languageButton.click();
  await languageMenu.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/de`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(siteParts(page).infoToast).toHaveCount(0);
});

test('blocked storage: pages work, and it is reported once per visit', async ({ page }) => {
  await blockStorage(page);
  const { infoToast, themeToggle, signInButton, walletModal } = siteParts(page);
  await typeAddress(page, '/announcements');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(infoToast).toContainText(storage.title);
  await themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
  await expect(page).toHaveURL(/\/announcements\/[a-z-]+$/);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await expect(walletModal.getByRole('alert').filter({ hasText: texts.failures.STORAGE_REFUSED })).toBeVisible();
  await expect(siteParts(page).toasts.getByText(storage.title)).toHaveCount(0);
});

for (const [language, path] of languageCodes.map((code) => [code, localePath(code, '/')] as const)) {
  test(`blocked storage: a member page redirects to the landing page, which says why (${language})`, async ({ page }) => {
    const { shell } = await readTexts(language);
    await blockStorage(page);
    await typeAddress(page, path === '/' ? '/home' : `${path}/home`);
    await expect(siteParts(page).infoToast).toContainText(shell.notices.storage.title);
    await expect(siteParts(page).infoToast).toContainText(shell.notices.storage.text);
    await expect(page).toHaveURL(siteOrigin + path);
  });
}

test('blocked storage: the reason is repeated whenever a member page is requested, and only then', async ({ page }) => {
  await blockStorage(page);
  const { infoToast, themeToggle } = siteParts(page);
  await typeAddress(page, '/home');
  await expect(infoToast).toContainText(storage.title);
  await openInApp(page, '/');
  await themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  await expect(infoToast).toHaveCount(0);
  await openInApp(page, '/home');
  await expect(infoToast).toContainText(storage.title);
});

test.describe('a device that fills up later', () => {
  test.use({ stored: { theme: 'theme-light', lang: 'en' } });

  test('a member page redirects to the landing page, which says why', async ({ page }) => {
    await refuseWrites(page, 'localStorage', 'sessionStorage');
    await typeAddress(page, '/home');
    await expect(siteParts(page).infoToast).toContainText(storage.title);
    await expect(page).toHaveURL(`${siteOrigin}/`);
  });
});

test('a full device: a member page redirects to the landing page, which says why', async ({ page }) => {
  await refuseWrites(page, 'localStorage', 'sessionStorage');
  await typeAddress(page, '/home?from=mail');
  await expect(siteParts(page).infoToast).toContainText(storage.title);
  await expect(page).toHaveURL(`${siteOrigin}/`);
});

test.describe('a browser with IndexedDB but without localStorage', () => {
  test('keeps theme and language across pages and tabs, and says that it cannot keep a session', async ({ page }) => {
    await withoutDomStorage(page);
    const { infoToast, themeToggle, languageButton, languageMenu, signInButton, walletModal } = siteParts(page);
    await typeAddress(page, '/announcements');
    await expect(infoToast).toContainText(settingsOnly.title);
    await signInButton.click();
    await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
    await expect(walletModal.getByRole('alert').filter({ hasText: texts.failures.STORAGE_REFUSED })).toBeVisible();
    await page.keyboard.press('Escape');
    await themeToggle.click();
    await languageButton.click();
    await languageMenu.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`${siteOrigin}/de/announcements`);
    await expect(page.locator('html')).toHaveClass('theme-light');

    const tab = await page.context().newPage();
    await withoutDomStorage(tab);
    await typeAddress(tab, '/announcements');
    await expect(tab).toHaveURL(`${siteOrigin}/de/announcements`);
    await expect(tab.locator('html')).toHaveClass('theme-light');
    await tab.locator('[data-theme-toggle]').click();
    await expect(tab.locator('html')).toHaveClass('theme-dark');
    await expect(page.locator('html')).toHaveClass('theme-dark');
  });

  test('that never responds: the page continues with defaults, and says so after five seconds', async ({ page }) => {
    await withoutDomStorage(page);
    await hangDatabase(page);
    await typeAddress(page, '/announcements');
    await siteParts(page).themeToggle.click();
    await expect(page.locator('html')).toHaveClass('theme-light');
    await expect(siteParts(page).infoToast).toContainText(storage.title, { timeout: 10_000 });
  });
});
