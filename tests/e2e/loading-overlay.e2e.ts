import type { Locator, Page } from '@playwright/test';
import common from '../../public/locales/en/common.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** Timers of 10 s and more, which the test fires: their delay and callback. */
    longTimers: Map<number, { delayMs: number; act: () => void }>;
  }
}

test('a slow navigation shows a named overlay until the page has loaded', async ({ page }) => {
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

test('after 15 s it can be cancelled, which keeps the page', async ({ page }) => {
  await page.addInitScript(() => {
    window.longTimers = new Map();
    let last = 0;
    const [setShortTimer, clearShortTimer] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const setTimer = (act: () => void, delayMs = 0): number => {
      if (delayMs < 10_000) return setShortTimer(act, delayMs);
      window.longTimers.set((last -= 1), { delayMs, act });
      return last;
    };
    // A part that is fetched has a limit of its own until it comes.
    const clearTimer = (timer?: number): void => {
      if (timer === undefined || timer >= 0) clearShortTimer(timer);
      else window.longTimers.delete(timer);
    };
    Reflect.set(window, 'setTimeout', setTimer);
    Reflect.set(window, 'clearTimeout', clearTimer);
  });
  await typeAddress(page, '/');
  const { open, watcher } = await followHeldLink(page);
  const longDelays = (): Promise<number[]> =>
    watcher.evaluate(() => [...(window.opener as Window).longTimers.values()].map(({ delayMs }) => delayMs));
  const isOpen = (): Promise<boolean> =>
    watcher.evaluate(() => (window.opener as Window).document.querySelector('#loader:popover-open') !== null);
  await expect.poll(isOpen).toBe(true);
  await expect.poll(longDelays).toEqual([15_000]);
  expect(await canCancel(watcher)).toBe(false);
  await watcher.evaluate(() => (window.opener as Window).longTimers.forEach(({ act }) => act()));
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
  // The test isn't always notified of a background tab: that one is stopped when the page has decided.
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

  test('is covered while the provider is called', async ({ page }) => {
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

test.describe('a slow response to something a person started', () => {
  test('covers the sign-in during calls to the provider, and never during the wallet’s prompts', async ({ page, wallet }) => {
    const { loader, walletModal, signModal, signInButton } = siteParts(page);
    const status = loader.getByRole('status');
    const answerNonce = await hold(page, '**/api/account/nonce**');
    const answerProof = await hold(page, '**/api/account/authenticate/**');
    await typeAddress(page, '/');
    await signInButton.click();
    await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
    await expect(wallet.window).toBeVisible();
    await expect(loader).toBeHidden();
    await wallet.connect(2);
    await expect(status).toHaveText(texts.shell.loading.message);
    expect(await isOnTop(page), 'above the dialog').toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog[open]')?.id), 'the focus stays in a dialog').toBe(
      'wallet-modal',
    );
    answerNonce();
    await expect(loader).toBeHidden();
    await signModal.getByRole('button', { name: texts.sign.act }).click();
    await expect(wallet.window).toBeVisible();
    await expect(loader).toBeHidden();
    await wallet.sign();
    await expect(status).toHaveText(texts.shell.loading.signIn);
    await expect(signModal.getByText(texts.sign.checking)).toBeAttached();
    answerProof();
    await expect(page).toHaveURL(`${siteOrigin}/home`);
  });

  test.describe('of a member', () => {
    test.use({ signedInAs: 'newcomer', expectedFaults: [/status of (404|422)/] });
    // With a provider that doesn't report vote weights: only then can a member without power press the button.
    test.beforeEach(({ page }) => page.route('**/api/dashboard/pollWeight', (route) => route.fulfill({ status: 404, body: 'Not found' })));

    test('covers the page, can be cancelled after 15 s, and returns the focus', async ({ page }) => {
      await page.clock.install();
      const { loader, errorToast } = siteParts(page);
      await hold(page, '**/api/dashboard/vote');
      const cast = await openBallot(page);
      await cast.press('Enter');
      await page.clock.runFor(200);
      await expect(loader.getByRole('status')).toHaveText(texts.shell.loading.vote);
      const cancel = loader.getByRole('button', { name: common.cancel });
      await page.clock.runFor(14_000);
      await expect(cancel).toBeHidden();
      await page.clock.runFor(1_000);
      await cancel.press('Enter');
      await expect(loader).toBeHidden();
      await expect(cast).toBeFocused();
      await expect(cast).toHaveAttribute('aria-busy', 'false');
      await expect(errorToast).toHaveCount(0);
    });

    test('that is a refusal uncovers the page, and says why in a toast as well as in place', async ({ page }) => {
      const { loader, errorToast } = siteParts(page);
      const answer = await hold(page, '**/api/dashboard/vote');
      const cast = await openBallot(page);
      await cast.click();
      await expect(loader.getByRole('status')).toHaveText(texts.shell.loading.vote);
      answer();
      await expect(errorToast).toContainText(errors.NO_POWER);
      await expect(errorToast).toContainText(texts.shell.failed.unchanged);
      await expect(loader).toBeHidden();
      await expect(page.getByText(home.vote.noPower)).toBeVisible();
    });

    test('to the page’s own reads covers nothing', async ({ page }) => {
      const answer = await hold(page, '**/api/dashboard/home');
      const asked = page.waitForRequest('**/api/dashboard/home');
      await openInApp(page, '/home');
      await asked;
      await page.getByRole('heading', { level: 1 }).click();
      await expect(siteParts(page).loader).toBeHidden();
      answer();
      await expect(page.getByRole('region', { name: home.portfolio.title })).toBeVisible();
      await expect(siteParts(page).loader).toBeHidden();
    });
  });
});

/** The home page's ballot with a choice made, and the button that casts the vote. */
async function openBallot(page: Page): Promise<Locator> {
  await openInApp(page, '/home');
  await page.locator('[aria-labelledby=vote]').scrollIntoViewIfNeeded();
  const form = page.locator('form.vote');
  await form.getByRole('radio').first().check();
  return form.getByRole('button', { name: home.vote.cast, exact: true });
}

/** Lets requests wait until the function it returns is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue().catch(() => {
      // The page cancelled the request.
    });
  });
  return () => resolve(undefined);
}

/** Whether the loader covers everything else in the middle of the page. */
function isOnTop(page: Page): Promise<boolean> {
  return page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('#loader') !== null);
}

interface HeldLink {
  /** Lets the page respond. */
  open: () => void;
  /** A window opened by the page, which can observe it: during a navigation, nothing can be evaluated in the page itself. */
  watcher: Page;
}

/** Follows a link to a page that doesn't respond; by keyboard, since a moving pointer would prefetch it. */
async function followHeldLink(page: Page): Promise<HeldLink> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(`${siteOrigin}/announcements`, async (route) => {
    await promise;
    await route.continue().catch(() => {
      // The browser cancelled the request.
    });
  });
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('about:blank'));
  const watcher = await opened;
  await page.bringToFront();
  await page.getByRole('link', { name: common.navigation.announcements }).last().focus();
  // Doesn't wait for the page that it leads to.
  await page.keyboard.press('Enter');
  return { open: () => resolve(undefined), watcher };
}

function canCancel(watcher: Page): Promise<boolean | undefined> {
  return watcher.evaluate(() => (window.opener as Window).document.querySelector('[data-loader-cancel]')?.checkVisibility());
}
