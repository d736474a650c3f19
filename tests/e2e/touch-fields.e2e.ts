import type { Page } from '@playwright/test';
import profile from '../../public/locales/en/profile.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { connectedWallet } from './support/wallet-page.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 1, stored: connectedWallet(1), viewport: { width: 390, height: 844 }, hasTouch: true });

const nothing = (): Promise<void> => Promise.resolve();
const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/announcements': nothing,
  '/home': nothing,
  '/wallet': (page) => page.locator('.balances button').last().click(),
  '/wallet/history': nothing,
  '/wallet/year': nothing,
  '/treasury': (page) => page.locator('.packages button.btn').first().click(),
  '/staking': (page) => page.getByRole('radio', { name: 'My own', exact: false }).or(page.locator('#stake-amount')).first().focus(),
  '/swap': async (page) => {
    await page.locator('#swap-in').fill('9999999');
    await page.locator('[popovertarget=swap-settings]').click();
    await page.locator('#swap-settings input[type=radio]').last().check({ force: true });
  },
  '/profile': (page) => page.getByRole('button', { name: profile.username.edit }).click(),
  '/profile/team': nothing,
  '/profile/bonuses': nothing,
  '/profile/score': nothing,
  '/profile/power': nothing,
  '/profile/settings': nothing,
};

for (const [path, open] of Object.entries(pages)) {
  test(`${path} has no field that an iPhone zooms into`, async ({ page }) => {
    await openInApp(page, path);
    await page.keyboard.press('Tab');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await open(page);
    const small = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll<HTMLInputElement>(
          'input:not([type=radio], [type=checkbox], [type=range], [type=hidden]), select, textarea',
        ),
      )
        .filter((field) => parseInt(getComputedStyle(field).fontSize) < 16)
        .map(({ id, name, type }) => `${type} ${id || name}`),
    );
    expect(small).toEqual([]);
  });
}
