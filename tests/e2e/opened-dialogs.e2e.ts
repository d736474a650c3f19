import type { Locator, Page } from '@playwright/test';
import staking from '../../public/locales/en/staking.json' with { type: 'json' };
import treasury from '../../public/locales/en/treasury.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { stakingPage } from './support/staking-page.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { expect, test } from './support/test.ts';

interface Case {
  path: string;
  modal: string;
  /** The control that opens it, once it works. */
  button: (page: Page) => Promise<Locator>;
}

const cases: readonly Case[] = [
  { path: '/wallet', modal: '#transfer-modal', button: (page) => Promise.resolve(page.locator('.balances button').first()) },
  {
    path: '/treasury',
    modal: '#treasury-purchase-modal',
    button: (page) => Promise.resolve(page.locator('.packages').getByRole('button', { name: treasury.packages.buy }).first()),
  },
  {
    path: '/staking',
    modal: '#stake-modal',
    button: async (page) => {
      const { form, amount } = stakingPage(page);
      await form.getByText('JUF available').waitFor();
      await amount.fill('101');
      return form.locator('button[type=submit]');
    },
  },
];

test.use({ signedInAs: 5 });

for (const { path, modal: id, button: find } of cases) {
  for (const width of [360, 1440]) {
    test(`the dialog of ${path} is modal when it first appears, and doesn’t move, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openInApp(page, path);
      const button = await find(page);
      const modal = page.locator(id);
      await expect(modal).toBeHidden();
      const seen = firstSeen(page, id);
      await button.click();
      const first = await seen;
      expect(first.isModal).toBe(true);
      await expect(modal.getByRole('heading').first()).toBeFocused();
      expect(await boxOf(modal)).toEqual(first.box);
      // The page behind is unreachable.
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate((to) => document.activeElement === document.body || !!document.activeElement?.closest(to), id)).toBe(
          true,
        );
      }
      await page.keyboard.press('Escape');
      await expect(modal).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
      await expect(modal).toBeVisible();
    });
  }
}

test('a purchase abandoned in its review returns the focus when it is started again and closed', async ({ page }) => {
  const { modal, packages, review } = treasuryPage(page);
  await openInApp(page, '/treasury');
  await review('100');
  await expect(modal).toContainText(treasury.purchase.reviewTitle.replace('{{name}}', 'Seed'));
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  const buy = packages.getByRole('button', { name: treasury.packages.buyNamed.replace('{{name}}', 'Seed') });
  await buy.click();
  await expect.poll(() => modal.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await expect(modal.getByRole('heading').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(buy).toBeFocused();
});

test('a dialog scrolled to its end starts at the top when reopened', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await openInApp(page, '/wallet');
  const modal = page.locator('#transfer-modal');
  await page.locator('.balances button').first().click();
  await expect.poll(() => modal.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await modal.evaluate((dialog) => dialog.scrollTo(0, 200));
  expect(await modal.evaluate((dialog) => dialog.scrollTop)).toBe(200);
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await page.locator('.balances button').first().click();
  await expect(modal).toBeVisible();
  expect(await modal.evaluate((dialog) => dialog.scrollTop)).toBe(0);
});

test('the review shows the order as it was typed last', async ({ page }) => {
  await openInApp(page, '/staking');
  const { form, amount, stakeModal } = stakingPage(page);
  await form.getByText('JUF available').waitFor();
  for (const typed of ['103', '104']) {
    await amount.fill('102.5');
    await amount.fill(typed);
    await form.locator('button[type=submit]').click();
    await expect(stakeModal.locator('.dlg-foot .btn-primary')).toHaveText(staking.stake.act.replace('{{amount}}', typed));
    await expect(stakeModal).not.toContainText('102.5');
    await page.keyboard.press('Escape');
    await expect(stakeModal).toBeHidden();
  }
});

for (const { what, signedInAs, path, part, button: find, shown: within } of [
  {
    what: 'dialog',
    signedInAs: 5,
    path: '/wallet',
    part: 'wallet-later',
    button: (page: Page) => page.locator('.balances button:enabled').first(),
    shown: '#transfer-modal',
  },
  {
    what: 'dialog, which another island shows,',
    signedInAs: 4,
    path: '/staking',
    part: 'staking-later',
    button: (page: Page) => stakingPage(page).positions.locator('tbody button:enabled', { hasText: staking.positions.claim }).first(),
    shown: '#claim-roi-modal',
  },
  {
    what: 'panel',
    signedInAs: 3,
    path: '/treasury',
    part: 'treasury-later',
    button: (page: Page) => treasuryPage(page).purchases.locator('tbody button[aria-disabled=false]').first(),
    shown: '.review-panel',
  },
] as const)
  test.describe(`as member ${signedInAs}`, () => {
    test.use({ signedInAs });

    test(`a press on ${path} whose ${what} is still to come isn’t lost: the button says that it is working until it opens`, async ({
      page,
    }) => {
      let come = (): void => undefined;
      const coming = new Promise<void>((resolve) => (come = resolve));
      await page.route(`**/_astro/${part}.*`, async (route) => {
        await coming;
        await route.continue();
      });
      await openInApp(page, path);
      const button = find(page);
      await button.scrollIntoViewIfNeeded();
      await button.click();
      await expect(page.locator('main button[aria-busy=true]')).toHaveCount(1);
      const shown = page.locator(within);
      await expect(shown).toBeHidden();
      come();
      await expect(shown.getByRole('heading').first()).toBeFocused();
      await expect(page.locator('main button[aria-busy=true]')).toHaveCount(0);
    });
  });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The dialog in the first frame after the next click. */
function firstSeen(page: Page, id: string): Promise<{ isModal: boolean; box: Box }> {
  return page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        addEventListener(
          'click',
          () => {
            const look = (): void => {
              const dialog = document.querySelector(selector);
              if (!dialog?.checkVisibility({ visibilityProperty: true })) {
                requestAnimationFrame(look);
                return;
              }
              const { x, y, width, height } = dialog.getBoundingClientRect();
              resolve({ isModal: dialog.matches(':modal'), box: { x, y, width, height } });
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
    id,
  );
}

function boxOf(modal: Locator): Promise<Box> {
  return modal.evaluate((dialog) => {
    const { x, y, width, height } = dialog.getBoundingClientRect();
    return { x, y, width, height };
  });
}
