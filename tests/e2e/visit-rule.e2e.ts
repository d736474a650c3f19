import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { hasBackForwardCache } from './support/test-browser.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { sessionValues, storageStateOf } from './support/stored-session.ts';
import { expect, test as base } from './support/test.ts';

const { notices } = texts.shell;

const test = base.extend<{ elsewhere: string }>({
  /** A foreign page that links to ours. */
  elsewhere: async ({}, use) => {
    const server = createServer((_request, response) => {
      const links = ['/', '/home', '/announcements'].map((path) => `<a href="${siteOrigin}${path}">${path}</a>`);
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><link rel="icon" href="data:,"><p>${links.join(' ')}</p>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

test.use({ signedInAs: 'newcomer' });

test('entering a public page’s address ends the session, says so, and stays there', { tag: '@full' }, async ({ page }) => {
  await typeAddress(page, '/announcements');
  await expect(siteParts(page).infoToast).toContainText(notices.VISIT.title);
  await expectSignedOut(page);
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
});

test('entering a member page’s address ends the session and leads to the landing page, which says why', async ({ page }) => {
  await typeAddress(page, '/home');
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).infoToast).toContainText(notices.VISIT.title);
  await expectSignedOut(page);
});

for (const path of ['/', '/zh', '/de'] as const) {
  test(`the landing page ${path} may be entered and reloaded`, { tag: path === '/' ? [] : '@full' }, async ({ page, member }) => {
    await typeAddress(page, path);
    await expect(siteParts(page).accountChip).toBeVisible();
    await page.reload();
    await expect(siteParts(page).accountChip).toBeVisible();
    expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
  });
}

test('a reload ends the session', async ({ page }) => {
  await openInApp(page, '/home');
  await expect(siteParts(page).accountChip).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).infoToast).toContainText(notices.VISIT.title);
  await expectSignedOut(page);
});

test('a tab that the browser discarded and reloads keeps it', { tag: '@full' }, async ({ page, member }) => {
  await openInApp(page, '/home');
  await expect(siteParts(page).accountChip).toBeVisible();
  // Chromium loads such a tab by a reload, and this is the only sign of it.
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'wasDiscarded', { get: () => true }));
  await page.reload();
  const type = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry instanceof PerformanceNavigationTiming ? entry.type : undefined;
  });
  expect(type).toBe('reload');
  await expect(siteParts(page).accountChip).toBeVisible();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
});

test('our own links keep the session, from page to page', async ({ page, member }) => {
  await typeAddress(page, '/');
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  await followAllAnnouncements(page);
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
  await expect(page).toHaveURL(/\/announcements\/[a-z-]+$/);
  await expect(siteParts(page).accountChip).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
});

test('a link opened in a new tab keeps the session', async ({ page, context, member }) => {
  await openInApp(page, '/announcements');
  const link = page.getByRole('main').getByRole('listitem').getByRole('link').last();
  await link.evaluate((anchor) => anchor.setAttribute('target', '_blank'));
  const opened = context.waitForEvent('page');
  await link.click();
  const tab = await opened;
  await expect(siteParts(tab).accountChip).toBeVisible();
  expect(await stored(tab, 'AUTH_TOKEN')).toBe(member.token);
  await expect(siteParts(page).accountChip).toBeVisible();
});

test('a link from another site ends the session', async ({ page, elsewhere }) => {
  await typeAddress(page, elsewhere);
  await page.getByRole('link', { name: '/announcements' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).infoToast).toContainText(notices.VISIT.title);
  await expectSignedOut(page);
});

test('a link from another site to the landing page keeps it', { tag: '@full' }, async ({ page, elsewhere, member }) => {
  await typeAddress(page, elsewhere);
  await page.getByRole('link', { name: '/', exact: true }).click();
  await expect(siteParts(page).accountChip).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
});

test('back and forward keep the session, even from another site', { tag: '@full' }, async ({ page, elsewhere, member }) => {
  await openInApp(page, '/home');
  await followAllAnnouncements(page);
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await page.goBack();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  await expect(siteParts(page).accountChip).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).accountChip).toBeVisible();
  await page.goto(elsewhere);
  await page.goBack();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(page).accountChip).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
});

test('going back to a page that was left signed out is a visit', { tag: '@full' }, async ({ page, member }) => {
  await page.addInitScript(() => sessionStorage.clear());
  await openInApp(page, '/announcements');
  await typeAddress(page, '/');
  await page.evaluate(() => sessionStorage.clear());
  expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
  await page.goBack();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  await expectSignedOut(page);
});

test.describe('without a session', { tag: '@full' }, () => {
  test.use({ signedInAs: 'nobody' });

  test('a public page doesn’t mention signing out', async ({ page }) => {
    await typeAddress(page, '/announcements');
    await siteParts(page).languageButton.hover();
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
    await expect(siteParts(page).infoToast).toHaveCount(0);
  });

  test('a member page leads to the landing page of its language, which asks to sign in', async ({ page }) => {
    await typeAddress(page, '/de/home');
    await expect(page).toHaveURL(`${siteOrigin}/de`);
    await expect(siteParts(page).infoToast).toBeVisible();
  });
});

test('a page from the back/forward cache keeps the session, and notices one that ended meanwhile', { tag: '@full' }, async ({ member }) => {
  const browser = await chromium.launch({ ...test.info().project.use.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    const context = await browser.newContext({ storageState: storageStateOf(sessionValues(member)) });
    const page = await context.newPage();
    await page.goto(`${siteOrigin}/announcements`, { referer: `${siteOrigin}/` });
    await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
    const isKept = (session: 'in' | 'out'): Promise<void> =>
      // The marker proves that the page was restored and not reloaded.
      expect(page.locator(`html[data-mark=kept][data-session=${session}]`)).toBeAttached();
    await leaveAndComeBack(page);
    await isKept('in');
    await leaveAndComeBack(page, () => localStorage.removeItem('AUTH_TOKEN'));
    await isKept('out');
    await expect(siteParts(page).signInButton).toBeVisible();
  } finally {
    await browser.close();
  }
});

/** Does something on another page meanwhile. A browser without back/forward cache notices the return on the page itself. */
async function leaveAndComeBack(page: Page, meanwhile: () => void = () => undefined): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
  if (!hasBackForwardCache()) {
    await page.evaluate(meanwhile);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    return;
  }
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
  await expect(page).toHaveURL(/\/announcements\/[a-z-]+$/);
  await page.evaluate(meanwhile);
  await page.evaluate(() => history.back());
}

/** The dashboard's sections around the link fill up when scrolled to, and would push it away from a click. */
async function followAllAnnouncements(page: Page): Promise<void> {
  await page.locator('#announcements').scrollIntoViewIfNeeded();
  await expect(page.locator('.vote')).toBeVisible();
  await page.getByRole('link', { name: 'All announcements' }).click();
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(siteParts(page).signInButton).toBeVisible();
  await expect(siteParts(page).accountChip).toBeHidden();
  for (const key of ['AUTH_TOKEN', 'AUTH_USER', 'prevAddr']) expect(await stored(page, key), key).toBeNull();
}
