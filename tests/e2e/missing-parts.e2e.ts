import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import treasury from '../../public/locales/en/treasury.json' with { type: 'json' };
import { developmentAccount } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { routeUntil } from './support/route-until.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { stakingPage } from './support/staking-page.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { connectedWallet, walletPage } from './support/wallet-page.ts';

const MEMBER = 9;
const { missing } = actions;

test.use({
  signedInAs: MEMBER,
  stored: connectedWallet(MEMBER),
  expectedFaults: [/ERR_FAILED|status of 404|dynamically imported module|the page has no #toasts/],
});

test('a part of the transfer that a new release removed is reported as missing; the reloaded page keeps the input', async ({ page }) => {
  const { modal, amount, to, next, transferButton, review, confirm } = walletPage(page);
  await openInApp(page, '/wallet');
  await review(developmentAccount(8).address, '24.5');
  await confirm.waitFor();
  const restore = await routeUntil(page, '**/_astro/wallet-later.*', (route) => route.fulfill({ status: 404 }));
  await openInApp(page, '/wallet');
  await transferButton('USDT').click();
  const alert = page.locator('#missing-notice');
  await expect(alert).toContainText(missing.text);
  await expect(modal).toBeHidden();
  const loaded = page.waitForEvent('load');
  await alert.getByRole('button', { name: missing.retry }).click();
  await loaded;
  restore();
  await transferButton('USDT').click();
  await expect(amount).toHaveValue('24.5');
  await expect(to).toHaveValue(developmentAccount(8).address);
  await modal.locator('.to').waitFor();
  await next.click();
  await expect(confirm).toBeVisible();
});

test('a part of the purchase that the network lost is requested again, and shown where the member was', async ({ page }) => {
  const { packages, modal, pay, submit, buyButton } = treasuryPage(page);
  await openInApp(page, '/treasury');
  const lost = /\/_astro\/treasury-later\.|\/treasury$/;
  const restore = await routeUntil(page, lost, (route) => route.abort());
  await packages.getByRole('button', { name: treasury.packages.buyNamed.replace('{{name}}', 'Seed') }).click();
  const alert = page.locator('#missing-notice');
  await expect(alert).toContainText(missing.text);
  const retry = alert.getByRole('button', { name: missing.retry });
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await retry.click();
  await asked;
  await expect(retry).not.toHaveAttribute('aria-busy');
  await expect(alert).toContainText(missing.text);

  restore();
  await retry.click();
  await modal.locator('.amount-foot').getByText(actions.amount.free.replace('{{amount}}', '').trim()).waitFor();
  await pay.fill('25');
  await submit();
  await expect(buyButton).toBeVisible();
  await expect(alert).toBeHidden();
});

test.describe('a stake', () => {
  test.use({ signedInAs: 7, stored: connectedWallet(7) });

  test('its progress view is loaded before it can be sent: if that is missing nothing is sent, and the reloaded page keeps the input', async ({
    page,
  }) => {
    const { form, amount, stakeModal, review, act } = stakingPage(page);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/staking/stakingPurchase') && sent.push(request.url()));
    // What staking and other areas fetch for every act.
    const restore = await routeUntil(page, /\/_astro\/[\w-]+-staking-[\w-]+-later\./, (route) => route.fulfill({ status: 404 }));
    await openInApp(page, '/staking');
    await review('150', '30 days');
    const alert = page.locator('#missing-notice');
    await expect(alert).toContainText(missing.text);
    await expect(act(stakeModal)).toHaveCount(0);
    const loaded = page.waitForEvent('load');
    await alert.getByRole('button', { name: missing.retry }).click();
    await loaded;
    restore();
    await expect(amount).toHaveValue('150');
    await expect(form.getByRole('radio', { name: '30 days' })).toBeChecked();
    await expect(form.locator('button[type=submit]')).toBeEnabled();
    await amount.press('Enter');
    await expect(act(stakeModal)).toContainText('150');
    expect(sent).toEqual([]);
  });
});

test('a part of the shell that fails stops no other: the theme still changes, and the bell opens its list', async ({ page }) => {
  const failed = page.waitForEvent('pageerror', (error) => error.message.includes('#toasts'));
  await page.route('**/treasury', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="toasts"', '') });
  });
  await openInApp(page, '/treasury');
  await failed;
  await siteParts(page).themeToggle.click();
  await expect(page.locator('html')).toHaveClass('theme-light');
  await page.locator('[data-notices]').click();
  const list = page.getByRole('region', { name: common.notices.label });
  await expect(list.getByRole('listitem').first()).toBeVisible();
});
