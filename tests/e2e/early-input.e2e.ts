import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet } from './support/wallet-page.ts';

const ACCOUNT = 3;
test.use({ signedInAs: ACCOUNT, stored: connectedWallet(ACCOUNT) });

/** A closed dialog is only reachable through a button; a tab pressed too early changes nothing important; a popover opens without a script, and a slider only reads a chart. */
const TAKES_INPUT = 'main :is(input:not([type=range]), select, textarea, button:not([role=tab], [popovertarget])):not(dialog *)';

for (const { path, least } of [
  { path: '/wallet', least: 8 },
  { path: '/wallet/history', least: 9 },
  { path: '/treasury', least: 1 },
  { path: '/staking', least: 5 },
  { path: '/swap', least: 9 },
  { path: '/profile/score', least: 3 },
])
  test(`nothing can be typed, chosen, opened or sent on ${path} before hydration, so nothing is lost`, async ({ page }) => {
    const alive = Promise.withResolvers<undefined>();
    await page.route('**/*.js', async (route) => {
      await alive.promise;
      await route.continue();
    });
    await openInApp(page, path);
    const drawn = await page.locator(TAKES_INPUT).count();
    expect(drawn).toBeGreaterThanOrEqual(least);
    await expect(page.locator(`${TAKES_INPUT}:is(:disabled, [readonly], [aria-disabled=true])`)).toHaveCount(drawn);
    alive.resolve(undefined);
    await expect(page.locator(TAKES_INPUT).and(page.locator(':not(button)')).first()).toBeEditable();
  });
