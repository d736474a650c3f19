import type { Page } from '@playwright/test';
import { openInApp } from './support/navigation.ts';
import { connectedWallet } from './support/wallet-page.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 2, stored: connectedWallet(2) });

const opened: Readonly<Record<string, { path: string; open: (page: Page) => Promise<void>; what: string }>> = {
  'a dialog': { path: '/wallet', what: '#transfer-modal', open: (page) => page.locator('.balances button').last().click() },
  'the session’s dialog': {
    path: '/wallet',
    what: '#sign-message-modal',
    open: (page) => page.locator('#sign-message-modal').evaluate((dialog: HTMLDialogElement) => dialog.showModal()),
  },
  'a menu': { path: '/wallet', what: '#language-menu', open: (page) => page.locator('[popovertarget=language-menu]').click() },
  'the settings of a swap': {
    path: '/swap',
    what: '#swap-settings',
    open: (page) => page.locator('[popovertarget=swap-settings]').click(),
  },
};

for (const viewport of [
  { width: 390, height: 700 },
  { width: 1280, height: 600 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true });

    for (const [name, { path, what, open }] of Object.entries(opened)) {
      test(`the page behind ${name} stays where it is, under wheel, finger and keys, and isn’t shifted`, async ({ page }) => {
        await openInApp(page, path);
        await page.keyboard.press('Tab');
        await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
        const main = page.getByRole('main');
        const before = await main.boundingBox();
        await open(page);
        await expect(page.locator(what)).toBeVisible();
        expect((await main.boundingBox())?.width).toBe(before?.width);
        const at = await page.evaluate(() => scrollY);
        await page.mouse.move(viewport.width - 30, 100);
        await page.mouse.wheel(0, 300);
        await swipeUp(page, viewport.width - 30, 300);
        await swipeUp(page, viewport.width / 2, viewport.height - 60);
        expect(await page.evaluate(() => scrollY)).toBe(at);
        await page.keyboard.press('Escape');
        await expect(page.locator(what)).toBeHidden();
        await page.mouse.wheel(0, 100);
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(at);
      });
    }
  });
}

/** A finger, as the browser sees it. */
async function swipeUp(page: Page, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(x),
    y: Math.round(y),
    yDistance: -250,
    gestureSourceType: 'touch',
    speed: 2000,
  });
  await session.detach();
}
