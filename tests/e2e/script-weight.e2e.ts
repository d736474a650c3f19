import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import session from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const MOST_KIB = 110;
/** Draws the chain's state by wagmi's hooks, and has wallets act on it. */
const MOST_KIB_OF_SWAP = 206;
/** With React (58 KiB), wagmi and viem (17 KiB) and what checks the message. */
const MOST_KIB_OF_SIGN_IN = 130;

test.use({ signedInAs: 4, viewport: { width: 412, height: 823 } });

for (const [path, most] of [
  ...[
    '/home',
    '/wallet',
    '/wallet/history',
    '/wallet/year',
    '/treasury',
    '/staking',
    '/profile',
    '/profile/team',
    '/profile/bonuses',
    '/profile/roles',
    '/profile/score',
  ].map((page) => [page, MOST_KIB] as const),
  ['/swap', MOST_KIB_OF_SWAP] as const,
]) {
  test(`until its dialog is usable, ${path} loads at most ${most} KiB of scripts`, async ({ page }) => {
    const scripts = await watchScripts(page);
    await openInApp(page, path);
    await expect(page.locator('main astro-island[ssr][client=load]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    const inline = await page.locator('script:not([src]):not([type^=application]):not([type=speculationrules])').allTextContents();
    expect(sum(scripts)).toBeGreaterThan(50 * 1024);
    expect(sum(scripts) + gzipSync(inline.join('\n')).length).toBeLessThanOrEqual(most * 1024);
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
    expect(bytes).toBeGreaterThan(100 * 1024);
    expect(bytes).toBeLessThanOrEqual(MOST_KIB_OF_SIGN_IN * 1024);
  });
});

/** The scripts transferred, by URL, with their bytes including headers. */
async function watchScripts(page: Page): Promise<ReadonlyMap<string, number>> {
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, response.url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  return bytes;
}

function sum(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
}

/** Without what only the development wallet imports, which production builds don't contain. */
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
    if (ofSite.has(address) || !scripts.has(address) || address.includes('/announce.')) continue;
    ofSite.add(address);
    waiting.push(...(imports.get(address) ?? []));
  }
  expect(ofSite.size, 'the development wallet is among what was loaded').toBeLessThan(scripts.size);
  return [...ofSite].reduce((total, address) => total + (scripts.get(address) ?? 0), 0);
}
