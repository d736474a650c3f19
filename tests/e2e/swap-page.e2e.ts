import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/swap.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { barriers } from './support/barriers.ts';
import { connectedWallet } from './support/swap-chain.ts';
import { noteWhatMoves, whatMoved } from './support/what-moves.ts';
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
      await page.getByRole('button', { name: texts.terms.settings }).click();
      await page.getByRole('radio', { name: texts.terms.other }).check();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await form.locator('#swap-in').fill('10');
      const act = form.locator('.btn-block');
      await expect(act).toHaveAttribute('aria-disabled', 'false');
      await act.click();
      await expect(wallet.window).toBeVisible();
      await wallet.decline();
      await expect(page.locator('.swap-run').getByRole('alert')).toContainText(texts.failures.USER_REJECTED);
      expect(await barriers(page)).toEqual([]);
    });
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('fits above the fold, with its terms in one line, and doesn’t move', async ({ page }) => {
      await noteWhatMoves(page);
      await openInApp(page, '/swap');
      const form = page.getByRole('form', { name: texts.form.label });
      await form.locator('#swap-in').fill('250');
      await expect(form.locator('.amount').first()).toContainText(/≈ US\$\s250\.00/);
      await expect(form.locator('.terms-fold summary')).toContainText('1 JUF = ');
      for (const part of [form.locator('#swap-in'), form.locator('#swap-out'), form.locator('summary'), form.locator('.btn-block')]) {
        await expect(part).toBeInViewport({ ratio: 1 });
        await part.click({ trial: true });
      }
      expect(await page.evaluate(() => scrollY)).toBe(0);
      for (const held of await form.locator('.held').all()) {
        await expect(held).toContainText(/\d\.\d{2,} in connected wallet$/);
        expect(await held.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        // In one line, even beside the longer label.
        expect(await held.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(30);
      }
      if (viewport.width > 1000) await expect(page.locator('.pair-chart .chart:visible .line')).toHaveAttribute('d', /^M/);
      expect(await whatMoved(page)).toEqual([]);

      // None of the digits of a large amount is cut off.
      await form.locator('#swap-in').fill('9876543.210987');
      await expect(form.locator('#swap-in')).toHaveValue('9876543.210987');
      await expect(form).toContainText('= 9,876,543.210987');
      for (const side of ['#swap-in', '#swap-out']) {
        expect(await form.locator(side).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      }
    });
  });
}

/** The lists hydrate when visible. */
async function showAll(page: Page): Promise<void> {
  for (const island of await page.locator('main astro-island').all()) await island.scrollIntoViewIfNeeded();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
}
