import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/swap.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { seriousBarriers } from './support/serious-barriers.ts';
import { connectedWallet } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';

const ACCOUNT = 3;
test.use({ signedInAs: ACCOUNT, stored: connectedWallet(ACCOUNT) });

for (const theme of ['theme-dark', 'theme-light'] as const) {
  test.describe(theme, () => {
    test.use({ stored: { ...connectedWallet(ACCOUNT), theme } });

    test('no serious barrier: with a warning, a declined trade, and its lists', async ({ page, wallet }) => {
      await openInApp(page, '/swap');
      await expect(page.locator('html')).toHaveClass(theme);
      await showAll(page);
      const form = page.getByRole('form', { name: texts.form.label });
      await form.locator('#swap-in').fill('45000');
      await expect(form.locator('.swap-messages').getByRole('textbox')).toBeVisible();
      await page.getByRole('radio', { name: texts.terms.other }).check();
      expect(await seriousBarriers(page)).toEqual([]);
      await form.locator('#swap-in').fill('10');
      const act = form.locator('.btn-block');
      await expect(act).toHaveAttribute('aria-disabled', 'false');
      await act.click();
      await expect(wallet.window).toBeVisible();
      await wallet.decline();
      await expect(page.locator('.swap-run').getByRole('alert')).toContainText(texts.failures.USER_REJECTED);
      expect(await seriousBarriers(page)).toEqual([]);
    });
  });
}

/** The lists hydrate when visible. */
async function showAll(page: Page): Promise<void> {
  for (const island of await page.locator('main astro-island').all()) await island.scrollIntoViewIfNeeded();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
}
