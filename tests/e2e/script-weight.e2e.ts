import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import session from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import budgets from './page-budgets.json' with { type: 'json' };
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { asleepInView } from './support/asleep-in-view.ts';
import { noteFigure } from '../quality/note-figure.ts';

/** As much as the swap page, whose chunk of wagmi and viem signing in shares: both are needed soon, and it is loaded once. */
const MOST_KIB_OF_SIGN_IN = 220;
const KIB = 1024;
/** Addresses at which pages that have none of their own can be seen. */
const SHOWN_AS: Readonly<Record<string, string>> = { '/announcements/[slug]': '/announcements/chain-upgrade', '/404': '/no-such-page' };

test.use({ signedInAs: 4, viewport: { width: 412, height: 823 } });

test('every page has a budget, and every budget a page', () => {
  const folder = fileURLToPath(new URL('../../src/pages/[...locale]', import.meta.url));
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.astro'))
    .map((name) => `/${name.slice(0, -'.astro'.length)}`.replace(/\/index$/, '') || '/')
    // Shown only where a page fails, so it can't be opened.
    .filter((path) => path !== '/500')
    .map((path) => SHOWN_AS[path] ?? path);
  expect(Object.keys(budgets).sort()).toEqual(pages.sort());
});

for (const [path, budget] of Object.entries(budgets)) {
  test.describe(budget.access, () => {
    test.use({ signedInAs: budget.access === 'member' ? 4 : 'nobody', expectedFaults: [/status of 404/] });

    test(`until it can be used, ${path} loads no more scripts than its budget`, async ({ page }) => {
      const scripts = await watchScripts(page);
      await ignoreStrayPointer(page);
      await openInApp(page, path);
      await expect.poll(() => page.evaluate(asleepInView)).toBe(0);
      await page.waitForLoadState('networkidle');
      const inline = await page.locator('script:not([src]):not([type^=application]):not([type=speculationrules])').allTextContents();
      const bytes = (await bytesWithoutWallet(page, scripts)) + gzipSync(inline.join('\n')).length;
      if (budget.access === 'member') expect(bytes).toBeGreaterThan(50 * KIB);
      noteFigure(path === '/swap' ? 'scripts-swap' : budget.access === 'member' ? 'scripts-member' : 'scripts-public', bytes / KIB);
      expect(bytes, JSON.stringify(Object.fromEntries(scripts))).toBeLessThanOrEqual(budget.js * KIB);
    });
  });
}

test.describe('signed out', () => {
  test.use({ signedInAs: 'nobody' });

  test(`until the message can be signed, signing in loads at most ${MOST_KIB_OF_SIGN_IN} KiB of scripts`, async ({ page, wallet }) => {
    const { walletModal, signModal, signInButton } = siteParts(page);
    const scripts = await watchScripts(page);
    await page.goto('/');
    await signInButton.click();
    await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
    await wallet.connect(2);
    await expect(signModal.getByRole('button', { name: session.sign.act })).toBeEnabled();
    const bytes = await bytesOfSite(page, scripts);
    noteFigure('scripts-sign-in', bytes / 1024);
    expect(bytes).toBeGreaterThan(100 * 1024);
    expect(bytes, JSON.stringify(Object.fromEntries(scripts))).toBeLessThanOrEqual(MOST_KIB_OF_SIGN_IN * 1024);
  });
});

/** Counts the bytes transferred for each script from now on, including headers; complete once the page rests. */
async function watchScripts(page: Page): Promise<ReadonlyMap<string, number>> {
  const addresses = new Map<string, string>();
  const scripts = new Map<string, number>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    // Parts are fetched before they are imported, and then taken from the cache.
    if (url.endsWith('.js')) addresses.set(requestId, url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) scripts.set(address, (scripts.get(address) ?? 0) + encodedDataLength);
  });
  return scripts;
}

/** On a busy machine the browser may report a pointer movement that didn't happen, which counts as intent. */
async function ignoreStrayPointer(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('pointerover', (event) => event.stopImmediatePropagation(), { capture: true }));
}

function sum(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
}

/** The development wallet announces itself at some time, or not before the page is at rest. */
async function bytesWithoutWallet(page: Page, scripts: ReadonlyMap<string, number>): Promise<number> {
  return [...scripts.keys()].some((address) => address.includes('/announce-later.')) ? bytesOfSite(page, scripts) : sum(scripts);
}

/** Excludes modules that only the development wallet imports, which production builds don't contain. */
async function bytesOfSite(page: Page, scripts: ReadonlyMap<string, number>): Promise<number> {
  const imports = new Map<string, readonly string[]>();
  for (const address of scripts.keys()) {
    const text = await (await page.request.get(address)).text();
    const named = Array.from(text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g), ([, name]) => new URL(name ?? '', address).href);
    imports.set(address, named);
  }
  const imported = new Set([...imports.values()].flat());
  const waiting = [...scripts.keys()].filter((address) => !imported.has(address));
  const ofSite = new Set<string>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (ofSite.has(address) || !scripts.has(address) || address.includes('/announce-later.')) continue;
    ofSite.add(address);
    waiting.push(...(imports.get(address) ?? []));
  }
  expect(ofSite.size, 'the development wallet is among what was loaded').toBeLessThan(scripts.size);
  return [...ofSite].reduce((total, address) => total + (scripts.get(address) ?? 0), 0);
}
