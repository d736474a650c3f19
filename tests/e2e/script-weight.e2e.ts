import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const MOST_KIB = 110;
/** Draws the chain's state, and has wallets act on it. */
const MOST_KIB_OF_SWAP = 185;

test.use({ signedInAs: 4, viewport: { width: 412, height: 823 } });

for (const [path, most] of [
  ...[
    '/home',
    '/wallet',
    '/wallet/history',
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
  test(`until its dialog can be used, ${path} loads no more than ${most} KiB of scripts`, async ({ page }) => {
    const overTheWire = await watchScripts(page);
    await openInApp(page, path);
    await expect(page.locator('main astro-island[ssr][client=load]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    const inline = await page.locator('script:not([src]):not([type^=application]):not([type=speculationrules])').allTextContents();
    expect(overTheWire()).toBeGreaterThan(50 * 1024);
    expect(overTheWire() + gzipSync(inline.join('\n')).length).toBeLessThanOrEqual(most * 1024);
  });
}

/** Gives how many bytes of scripts crossed the wire, headers included. */
async function watchScripts(page: Page): Promise<() => number> {
  const scripts = new Set<string>();
  let bytes = 0;
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
