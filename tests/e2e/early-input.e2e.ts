import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet } from './support/wallet-page.ts';

const ACCOUNT = 3;
test.use({ signedInAs: ACCOUNT, stored: connectedWallet(ACCOUNT) });

const TAKES_INPUT = 'main :is(input, select, textarea, button[type=submit])';

for (const { path, least } of [
  { path: '/wallet', least: 5 },
  { path: '/wallet/history', least: 7 },
  { path: '/treasury', least: 1 },
  { path: '/staking', least: 5 },
  { path: '/swap', least: 9 },
])
  test(`nothing can be typed, chosen or sent on ${path} before the page is alive, and so nothing is lost`, async ({ page }) => {
    const alive = Promise.withResolvers<undefined>();
    await page.route('**/*.js', async (route) => {
      await alive.promise;
      await route.continue();
    });
    await openInApp(page, path);
    const drawn = await page.locator(TAKES_INPUT).count();
    expect(drawn).toBeGreaterThanOrEqual(least);
    await expect(page.locator(`${TAKES_INPUT}:is(:disabled, [readonly])`)).toHaveCount(drawn);
    await expect(page.locator('main form:not([method=dialog]) button:not(:disabled, [aria-disabled=true])')).toHaveCount(0);
    alive.resolve(undefined);
    await expect(page.locator(TAKES_INPUT).first()).toBeEditable();
  });
