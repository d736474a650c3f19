import { languages } from '../../src/lib/i18n/languages.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

test.describe('nothing stored', () => {
  test('the address decides, and viewing stores nothing', async ({ page }) => {
    for (const [path, tag] of [
      ['/', 'en'],
      ['/de', 'de'],
      ['/tw/announcements', 'zh-Hant'],
    ] as const) {
      await typeAddress(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page).toHaveURL(siteOrigin + path);
    }
    expect(await stored(page, 'lang')).toBeNull();
  });

  test('choosing a language stores it and opens the same page, with query and hash', async ({ page }) => {
    await typeAddress(page, '/announcements?category=news#main');
    await siteParts(page).languageButton.click();
    await siteParts(page).languageMenu.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`${siteOrigin}/de/announcements?category=news#main`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    expect(await stored(page, 'lang')).toBe('de');
  });

  test('the menu names every language in that language and marks the current one', async ({ page }) => {
    await typeAddress(page, '/it');
    await siteParts(page).languageButton.click();
    const { languageMenu } = siteParts(page);
    await expect(languageMenu.getByRole('link')).toHaveText(languages.map(({ label }) => label));
    for (const { label, tag } of languages) await expect(languageMenu.getByRole('link', { name: label })).toHaveAttribute('lang', tag);
    await expect(languageMenu.locator('[aria-current=true]')).toHaveText('Italiano');
  });
});

test.describe('a language stored', () => {
  test.use({ stored: { lang: 'jp' } });

  test('replaces the address by the same page in that language, keeping query and hash', async ({ page }) => {
    await typeAddress(page, '/de/announcements?category=news#main');
    await expect(page).toHaveURL(`${siteOrigin}/jp/announcements?category=news#main`);
    await typeAddress(page, '/?from=mail');
    await expect(page).toHaveURL(`${siteOrigin}/jp?from=mail`);
    await typeAddress(page, '/jp');
    await expect(page).toHaveURL(`${siteOrigin}/jp`);
  });

  test('going back returns to the previous page, not to the replaced address', async ({ page }) => {
    await typeAddress(page, '/jp/announcements');
    await typeAddress(page, '/de');
    await expect(page).toHaveURL(`${siteOrigin}/jp`);
    await page.goBack();
    await expect(page).toHaveURL(`${siteOrigin}/jp/announcements`);
  });

  test('returning to English is a choice like any other', async ({ page }) => {
    await typeAddress(page, '/jp/announcements');
    await siteParts(page).languageButton.click();
    await siteParts(page).languageMenu.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(`${siteOrigin}/announcements`);
    expect(await stored(page, 'lang')).toBe('en');
  });
});

test.describe('English stored', () => {
  test.use({ stored: { lang: 'en' }, expectedFaults: [/status of 400/] });

  test('an address that could be read as another site is refused', async ({ page }) => {
    for (const path of ['/zh//example.com/home', '/zh//example.com', '/de/\\example.com/home']) {
      const answer = await typeAddress(page, path);
      expect(answer?.status()).toBe(400);
      expect(new URL(page.url()).origin).toBe(siteOrigin);
    }
  });
});

for (const [kind, value, language, address] of [
  ['empty', '', 'en', '/announcements'],
  ['blank', '  ', 'en', '/announcements'],
  ['the word null', 'null', 'en', '/announcements'],
  ['an unknown code', 'xx', 'en', '/announcements'],
  ['markup', '<b>', 'en', '/announcements'],
  ['bm', 'bm', 'bm', '/id/announcements'],
] as const) {
  test.describe(`the stored value is ${kind}`, () => {
    test.use({ stored: { lang: value } });

    test(`it leads to ${address}`, async ({ page }) => {
      await typeAddress(page, '/de/announcements');
      await expect(page).toHaveURL(siteOrigin + address);
      expect(await stored(page, 'lang')).toBe(language);
    });
  });
}

test.describe('signed in, with another language stored', () => {
  test.use({ signedInAs: 'newcomer', stored: { lang: 'de' } });

  test('a typed address that the rule replaces still counts as a visit', async ({ page }) => {
    await typeAddress(page, '/zh/announcements');
    await expect(page).toHaveURL(`${siteOrigin}/de/announcements`);
    await expect(siteParts(page).infoToast).toBeVisible();
    expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  });

  test('one of our links that the rule replaces still counts as none', async ({ page, member }) => {
    await openInApp(page, '/zh/announcements');
    await expect(page).toHaveURL(`${siteOrigin}/de/announcements`);
    await expect(siteParts(page).accountChip).toBeVisible();
    expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
  });

  test('choosing a language keeps the session', async ({ page, member }) => {
    await openInApp(page, '/de/home');
    await siteParts(page).languageButton.click();
    await siteParts(page).languageMenu.getByRole('link', { name: 'Italiano' }).click();
    await expect(page).toHaveURL(`${siteOrigin}/it/home`);
    await expect(siteParts(page).accountChip).toBeVisible();
    expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
  });
});

for (const [language, path, sent] of [
  ['zh', '/zh/home', 'zh'],
  ['bm', '/id/home', 'id'],
  ['en', '/home', 'en'],
] as const) {
  test.describe(`signed in, in ${language}`, () => {
    test.use({ signedInAs: 'newcomer', stored: { lang: language } });

    test('calls to the provider carry the app’s language', async ({ page }) => {
      const asked = page.waitForRequest('**/api/dashboard/home');
      await openInApp(page, path);
      const headers = await (await asked).allHeaders();
      expect(headers['accept-language']).toBe(sent);
      expect(headers['platform']).toBe('WEB');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['authorization']).toMatch(/^Bearer /);
    });
  });
}
