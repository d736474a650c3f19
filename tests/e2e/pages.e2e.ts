import announcementTexts from '../../public/locales/en/announcements.json' with { type: 'json' };
import english from '../../public/locales/en/common.json' with { type: 'json' };
import german from '../../public/locales/de/common.json' with { type: 'json' };
import chinese from '../../public/locales/zh/common.json' with { type: 'json' };
import landing from '../../public/locales/en/landing.json' with { type: 'json' };
import { announcementList, dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { apiClient } from './support/api-member.ts';
import { startBrokenSite, startBuiltSite } from './support/broken-site.ts';
import { typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const NOT_FOUND = [
  ['/no-such-page', english, 'en', '/'],
  ['/zh/no-such-page', chinese, 'zh-Hans', '/zh'],
  ['/de/no/such/page', german, 'de', '/de'],
] as const;
const ERRORS = [
  ['/', english, 'en'],
  ['/zh', chinese, 'zh-Hans'],
  ['/de/announcements', german, 'de'],
] as const;
const HOSTILE = [
  '/%2e%2e/%2e%2e/etc/passwd',
  '//example.com/%2f..',
  '/announcements/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/announcements/' + 'a'.repeat(2_000),
  '/xx/announcements',
  '/announcements?page=0',
  '/announcements?page=99999999999999999999',
  '/announcements?category=__proto__',
  '/home.html/../../package.json',
  '/_astro/../server/entry.mjs',
] as const;

test('the landing page shows the provider’s public figures and the newest announcements', async ({ page }) => {
  const { totalMembers } = await apiClient().call(dashboardHome, {});
  const { announcementList: newest } = await apiClient().call(announcementList, { size: 3 });
  const response = await typeAddress(page, '/');
  expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
  await expect(page.getByRole('heading', { level: 1, name: landing.hero.title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(new RegExp(`${landing.statement.members}\\s*\\d`));
  expect(totalMembers).toBeGreaterThanOrEqual(50);
  for (const { title } of newest) await expect(page.getByRole('link', { name: title })).toBeVisible();
});

test('announcements can be listed, filtered by kind, and read', async ({ page }) => {
  const { announcementList: all } = await apiClient().call(announcementList, {});
  await typeAddress(page, '/announcements');
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  await expect(items).toHaveCount(all.length);
  await page.getByRole('main').getByRole('link', { name: announcementTexts.categories.PRODUCT, exact: true }).click();
  await expect(items).toHaveCount(all.filter(({ category }) => category === 'PRODUCT').length);
  const [first] = all.filter(({ category }) => category === 'PRODUCT');
  await page.getByRole('link', { name: first?.title ?? '' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/announcements/${first?.slug ?? ''}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  await expect(page).toHaveTitle(new RegExp(first?.title ?? 'missing'));
});

test('a type without announcements says so, and that there are others', async ({ page }) => {
  const provider = {
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const answer = await fetch(siteOrigin + pathname + search, { headers: request.headers });
      const text = (await answer.text()).replace(/"announcementList":\[.*\]/s, '"announcementList":[]');
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
    },
  };
  const site = await startBuiltSite({ provider });
  try {
    await page.goto(`${site.url}/announcements?category=event`);
    await expect(page.getByRole('main')).toContainText(announcementTexts.empty.category);
    await expect(page.getByRole('main')).not.toContainText(announcementTexts.empty.title);
    await page.getByRole('main').getByRole('link', { name: announcementTexts.all, exact: true }).click();
    await expect(page.getByRole('main')).toContainText(announcementTexts.empty.text);
  } finally {
    await site.stop();
  }
});

test('a moved announcement redirects to its new address, in the reader’s language', async ({ page }) => {
  await typeAddress(page, '/de/announcements/insurance-cancellation');
  await expect(page).toHaveURL(`${siteOrigin}/de/announcements/cancel-insurance-any-time`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('an address with a trailing slash redirects to the one without', async ({ page }) => {
  await typeAddress(page, '/zh/announcements/?category=news');
  await expect(page).toHaveURL(`${siteOrigin}/zh/announcements?category=news`);
});

test.describe('a missing page', () => {
  test.use({ expectedFaults: [/status of 40[04]/] });

  for (const [path, texts, tag, start] of NOT_FOUND) {
    test(`${path} says so in its language, with links to go on`, async ({ page }) => {
      const response = await typeAddress(page, path);
      expect(response?.status()).toBe(404);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.notFound.title);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await page.getByRole('link', { name: texts.actions.start }).click();
      await expect(page).toHaveURL(siteOrigin + start);
    });
  }

  test('hostile addresses get a plain refusal that reveals nothing about the server', async ({ page, request }) => {
    for (const path of HOSTILE) {
      const response = await request.get(siteOrigin + path, { maxRedirects: 0 });
      expect([308, 400, 404, 414], path).toContain(response.status());
      expect(response.headers()['location'] ?? siteOrigin, path).not.toMatch(/^(https?:)?\/\/(?!127\.0\.0\.1:)/);
      expect(await response.text(), path).not.toMatch(/root:x:0|"dependencies"|\n\s+at .*:\d+:\d/);
    }
    expect((await typeAddress(page, HOSTILE[2]))?.status()).toBe(400);
  });
});

test.describe('an error on our side', () => {
  test.use({ expectedFaults: [/status of 500/] });

  for (const [path, texts, tag] of ERRORS) {
    test(`${path} says so in its language`, async ({ page }) => {
      const site = await startBrokenSite();
      try {
        const response = await page.goto(site.url + path);
        expect(response?.status()).toBe(500);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.serverError.title);
        await expect(siteParts(page).header).toBeVisible();
        await expect(page.getByText('planted')).toHaveCount(0);
      } finally {
        await site.stop();
      }
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedFaults: [/status of 404/] });

  test('public pages are complete, can be navigated, and the wallet modal opens', async ({ page }) => {
    await typeAddress(page, '/');
    await expect(page.getByRole('main')).toContainText(english.noScript, { useInnerText: true });
    await expect(page.getByRole('main')).toContainText(/US|USDT/);
    await siteParts(page).signInButton.click();
    await expect(siteParts(page).walletModal).toBeVisible();
    await siteParts(page).walletModal.getByRole('button', { name: 'Close' }).click();
    await expect(siteParts(page).walletModal).toBeHidden();
    await siteParts(page).languageButton.click();
    await siteParts(page).languageMenu.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`${siteOrigin}/de`);
    await page.getByRole('link', { name: german.navigation.announcements }).last().click();
    await expect(page).toHaveURL(`${siteOrigin}/de/announcements`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
    await expect(page.getByRole('article').locator('.prose')).toContainText(/\w{4}/);
    await typeAddress(page, '/zh/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(chinese.notFound.title);
  });
});

test('every page has the whole policy: scripts and styles by hash, trusted types, no frames', async ({ request }) => {
  for (const path of ['/', '/announcements', '/announcements/stay-safe', '/home', '/zh/no-such-page']) {
    const response = await request.get(siteOrigin + path);
    const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(await response.text())?.[1] ?? '';
    const header = response.headers()['content-security-policy'] ?? '';
    const policy = `${header}; ${meta}`;
    expect(header, path).toContain("frame-ancestors 'none'");
    expect(policy, path).toMatch(/script-src 'self' 'sha256-/);
    expect(policy, path).toMatch(/style-src 'self' 'sha256-/);
    expect(policy, path).toContain("require-trusted-types-for 'script'");
    expect(policy, path).toContain("img-src 'self' data:;");
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\[::1\]/);
  }
});
