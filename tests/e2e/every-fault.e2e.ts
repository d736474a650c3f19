/** Each member page under each fault of what it reads: never blank, never loading forever, never failing silently, and without made-up figures. */
import type { Page } from '@playwright/test';
import { refuseWrites } from './support/device-storage.ts';
import { faultyAnswers, refusal } from './support/faulty-answers.ts';
import { openInApp } from './support/navigation.ts';
import { e2ePorts, siteOrigin } from './support/ports.ts';
import { routeUntil } from './support/route-until.ts';
import { isWhole, sampled } from './support/sampled.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet } from './support/wallet-page.ts';

const ACCOUNT = 5;
const PAGES = [
  '/home',
  '/wallet',
  '/wallet/history',
  '/wallet/year',
  '/treasury',
  '/staking',
  '/swap',
  '/profile',
  '/profile/team',
  '/profile/bonuses',
  '/profile/roles',
  '/profile/score',
  '/profile/power',
  '/profile/settings',
] as const;
/** All in the long tests, and otherwise a few. */
const tried = (faults: readonly string[], sample: readonly (typeof PAGES)[number][]) => sampled(isWhole ? PAGES : sample, faults);
const HOUR_MS = 60 * 60_000;
/** Longer than a call's deadline, after which the page reports a missing response. */
const LONGEST_WAIT_MS = 45_000;

/** The outcome of every call of a page. */
const answers: typeof faultyAnswers = {
  ...faultyAnswers,
  'that is asked too often': (route) => refusal(route, 429, 'TOO_MANY_REQUESTS', { 'Retry-After': '7' }),
};

test.use({
  signedInAs: ACCOUNT,
  stored: connectedWallet(ACCOUNT),
  expectedFaults: [/status of (401|403|429|5\d\d)|ERR_(FAILED|CONNECTION|INTERNET)|net::/],
});

test.describe('without a wallet, whose balances are on the chain', () => {
  test.use({ stored: {} });

  for (const [path, name] of tried(Object.keys(answers), ['/home', '/treasury'])) {
    test(`with a provider ${name}, ${path} says so, makes up no figures, and is complete after a later retry`, async ({ page }) => {
      const restore = await routeUntil(page, '**/api/**', answers[name] ?? ((route) => route.continue()));
      await openInApp(page, path);
      await expectSettled(page);
      await expectHonest(page);
      const again = page.locator('main [role=alert] button:visible');
      await expect(again.first()).toBeVisible();
      // The pools are on the chain.
      if (path !== '/swap') expect(await figures(page)).toEqual([]);
      restore();
      // One press may repair several sections, because their reads are repeated together.
      await expect(async () => {
        if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
        await lookThrough(page);
        expect(await again.count()).toBe(0);
      }).toPass({ timeout: 20_000 });
      await expectSettled(page);
    });
  }
});

/** Faults that leave something to show. */
const others: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a provider that answers after a while': async (page) => {
    const first = Date.now();
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, first + 3_000 - Date.now())));
      await route.continue();
    });
  },
  'a chain that can’t be reached': (page) =>
    page.route(`http://127.0.0.1:${e2ePorts.chain}/**`, (route) => route.abort('connectionrefused')),
  'a chain that fails': (page) =>
    page.route(`http://127.0.0.1:${e2ePorts.chain}/**`, (route) => route.fulfill({ status: 502, body: 'no' })),
  'a chain that answers nonsense': (page) =>
    page.route(`http://127.0.0.1:${e2ePorts.chain}/**`, (route) => route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: 'nonsense' } })),
  'a device whose clock is an hour fast': (page) => page.clock.setSystemTime(Date.now() + HOUR_MS),
  'a device whose clock is an hour slow': (page) => page.clock.setSystemTime(Date.now() - HOUR_MS),
  'a device that is full': (page) => refuseWrites(page, 'localStorage'),
  'a device that keeps nonsense': (page) =>
    page.addInitScript(
      (keys) => {
        for (const key of keys) localStorage.setItem(key, '{"garbage":[');
        for (const key of Object.keys(localStorage))
          if (key.startsWith('jufi:') && !key.includes('origin')) localStorage.setItem(key, '\u0000[{');
      },
      ['AUTH_USER', 'theme', 'lang'],
    ),
};

for (const [path, name] of tried(Object.keys(others), ['/wallet', '/swap'])) {
  test(`with ${name}, ${path} is shown, and waits for nothing without end`, async ({ page }) => {
    await others[name]?.(page);
    await openInApp(page, path);
    await expectSettled(page);
    await expectHonest(page);
  });
}

for (const [path, name] of tried(['UNAUTHENTICATED', 'MEMBER_BLOCKED'], ['/staking'])) {
  test(`once the session is over (${name}), ${path} leads to the landing page and keeps nothing of the member`, async ({ page }) => {
    await openInApp(page, path);
    await expectSettled(page);
    await page.route('**/api/**', (route) => refusal(route, name === 'MEMBER_BLOCKED' ? 403 : 401, name));
    await openInApp(page, path);
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
    expect(await page.evaluate(() => [localStorage.getItem('AUTH_TOKEN'), localStorage.getItem('AUTH_USER')])).toEqual([null, null]);
  });
}

for (const [path] of tried(['there and back'], ['/profile'])) {
  test(`${path} is the same after back and forward and in a second tab, and a reload, as a visit, ends the session`, async ({
    page,
    context,
  }) => {
    await openInApp(page, path);
    await expectSettled(page);
    await openInApp(page, path === '/home' ? '/wallet' : '/home');
    await page.goBack();
    await expect(page).toHaveURL(siteOrigin + path);
    await expectSettled(page);
    const tab = await context.newPage();
    await openInApp(tab, path);
    await expectSettled(tab);
    await expectHonest(tab);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
    await tab.reload();
    await expect(tab).toHaveURL(`${siteOrigin}/`);
    await expect(tab.locator('html')).toHaveAttribute('data-session', 'out');
    await expect(page).toHaveURL(`${siteOrigin}/`);
  });
}

/** Every island is alive, and nothing is loading. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await lookThrough(page);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: LONGEST_WAIT_MS });
  await expect(page.locator('main .sk:visible')).toHaveCount(0);
  await expect(page.locator('#loader:popover-open')).toHaveCount(0);
}

async function lookThrough(page: Page): Promise<void> {
  const asleep = page.locator('main astro-island[ssr]');
  await expect(async () => {
    await asleep.evaluateAll((all) => {
      for (const island of all) island.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
    expect(await asleep.count()).toBe(0);
  }).toPass({ timeout: 15_000 });
}

/** Values that aren't meant for people and must not show on a page. */
async function expectHonest(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text.match(/NaN|undefined|Invalid Date|\[object|Infinity|\{\{|\bnull\b/g)).toBeNull();
}

/** Amounts with their token: without an answer, a page has none. */
function figures(page: Page): Promise<string[]> {
  return page
    .locator('main')
    .innerText()
    .then((text) => text.match(/[\d,]+\.\d\d+\s*(USDT|JUF|JU)\b/g) ?? []);
}
