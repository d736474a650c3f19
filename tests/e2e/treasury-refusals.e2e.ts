import type { Page, Route } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import texts from '../../public/locales/en/treasury.json' with { type: 'json' };
import { formatAmount } from '../../src/lib/amount.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { routeUntil } from './support/route-until.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';
import { tell, tellBalance } from './support/told-answers.ts';
import { LIST, PURCHASE, refusePurchase, treasuryPage, watchOrders } from './support/treasury-page.ts';

const us = (amount: bigint, decimals: number, fractionDigits?: number): string =>
  formatAmount(amount, { locale: 'en-US', ...(fractionDigits !== undefined && { fractionDigits }), decimals });

test.describe('a purchase that cannot be made', () => {
  test.use({ signedInAs: 7, expectedFaults: [/status of (422|401|409)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('is not sent: below or above the limits, with too little balance, while offline', async ({ page, member, context }) => {
    const { packages, modal, pay, reviewButton, buyButton, review } = treasuryPage(page);
    const orders = watchOrders(page);
    const balance = await balanceOf(member, 'USDT');
    await openInApp(page, '/treasury');
    await packages.getByRole('button', { name: 'Buy Seed' }).click();
    await expect(modal).toContainText(us(balance, 6, 2));
    for (const [typed, fault] of [
      ['9.999999', 'The smallest amount is 10 USDT.'],
      ['1,23.5', actions.amount.grouping.slice(0, 30)],
      ['10.0000001', 'USDT allows 6 decimal places'],
      [us(balance + 1n, 6), `You have only ${us(balance, 6, 2)}\u00a0USDT available.`],
    ] as const) {
      await pay.fill(typed);
      await expect(modal.locator('#pay-fault')).toContainText(fault);
      await pay.press('Enter');
      await expect(reviewButton).toHaveAttribute('aria-disabled', 'true');
    }
    await page.keyboard.press('Escape');
    await review('10');
    await context.setOffline(true);
    await buyButton.click();
    await expect(modal.getByRole('alert').filter({ hasText: actions.follow.problems.unreachable })).toBeVisible();
    await context.setOffline(false);
    expect(orders).toHaveLength(0);
    expect(await balanceOf(member, 'USDT')).toBe(balance);
  });

  // Each on its own page: cached terms would be shown until they are read again.
  for (const { name, told, balance, amount, says } of [
    {
      name: 'dearer by then',
      told: { price: '0.2' },
      amount: '15',
      says: () => /Your price rose to 0\.\d{1,6}\sUSDT, above your maximum of 0\.201\sUSDT\./,
    },
    { name: 'below the minimum', told: { min: '1' }, amount: '9', says: () => 'The amount is below the minimum.' },
    {
      name: 'above the maximum',
      told: { max: '1000000' },
      balance: '5000000',
      amount: '100,001',
      says: () => 'The amount is above the maximum.',
    },
    {
      name: 'more than is free',
      told: {},
      balance: '5000000',
      amount: '50,000',
      says: (free: bigint) => `You have ${us(free, 6)} USDT available`,
    },
  ]) {
    test(`is refused by a provider that is ${name}, with a reason, takes nothing, and keeps the input`, async ({ page, member }) => {
      const { fail, modal, pay, review, buyButton } = treasuryPage(page);
      const before = await balanceOf(member, 'USDT');
      const { price, min = '10', max = '100000' } = told;
      await tell(page, LIST, ({ jufPrice, list }) => ({
        jufPrice: price ?? jufPrice,
        list: (list as object[]).map((pack) => ({ ...pack, minAmount: min, maxAmount: max })),
      }));
      await tell(page, '**/api/wallet/orderTerms', () => ({ left: { JU: '0', JUF: '0', USDT: '1000000' } }));
      if (balance !== undefined) await tellBalance(page, 'USDT', balance);
      await openInApp(page, '/treasury');
      await review(amount);
      await buyButton.click();
      await expect(fail).toContainText(says(before));
      await expect(fail).toContainText(actions.follow.nothingTaken);
      await fail.getByRole('button', { name: actions.follow.back }).click();
      await expect(modal).toBeVisible();
      await expect(pay).toHaveValue(amount);
      expect(await balanceOf(member, 'USDT')).toBe(before);
    });
  }

  test('whose refusal arrives after a reload leads back to its own package’s form', async ({ page }) => {
    const { fail, modal, pay, review, buyButton } = treasuryPage(page);
    await page.route(PURCHASE, (route) => route.abort());
    await openInApp(page, '/treasury');
    await review('44', 'Ridge');
    await buyButton.click();
    await expect(modal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();
    await openInApp(page, '/treasury');
    await expect(modal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();
    await refusePurchase(page, 422, 'MINTING_CAP_REACHED', 'The minting cap doesn’t leave enough JUF for this purchase.');
    // It's requested again after a while.
    await expect(fail).toBeVisible({ timeout: 30_000 });
    await fail.getByRole('button', { name: actions.follow.back }).click();
    await expect(modal.getByRole('heading', { level: 2 })).toHaveText(texts.purchase.title.replace('{{name}}', 'Ridge'));
    await expect(modal).toContainText(texts.purchase.belowMarket.replace('{{rate}}', '10%'));
    await expect(pay).toHaveValue('44');
  });

  test('hits the minting cap before it is sent, or at the provider', async ({ page }) => {
    const { fail, modal, pay, fill, reviewButton, buyButton } = treasuryPage(page);
    const orders = watchOrders(page);
    const terms = { minted: '20999999' };
    await tell(page, LIST, () => ({ mintedJuf: terms.minted }));
    await openInApp(page, '/treasury');
    await fill('10');
    await expect(modal.getByRole('alert')).toHaveText(texts.purchase.problems.CAP_REACHED.replace('{{amount}}', '1.00'));
    await pay.press('Enter');
    await expect(reviewButton).toHaveAttribute('aria-disabled', 'true');
    expect(orders).toHaveLength(0);
    terms.minted = '2000000';
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(modal.getByRole('alert')).toBeHidden();
    await reviewButton.click();
    await refusePurchase(page, 422, 'MINTING_CAP_REACHED', 'The minting cap doesn’t leave enough JUF for this purchase.');
    await buyButton.click();
    await expect(fail).toContainText('The minting cap doesn’t leave enough JUF for this purchase.');
  });

  test('shows that the price has moved, and needs a confirmation if it rose a lot', async ({ page }) => {
    const { modal, packages, buyButton } = treasuryPage(page);
    const { terms, readAgain } = await reviewAtFortyCents(page);
    terms.price = '0.4008';
    await readAgain();
    await expect(modal).toContainText('The price rose from 0.400000 to 0.400800 USDT');
    await expect(modal).toContainText('249.50 JUF');
    await expect(buyButton).toHaveAttribute('aria-disabled', 'false');
    terms.price = '0.41';
    await readAgain();
    await expect(modal.getByRole('alert').filter({ hasText: texts.purchase.consent.slice(0, 30) })).toBeVisible();
    await expect(buyButton).toHaveAttribute('aria-disabled', 'true');
    await modal.getByRole('button', { name: texts.purchase.agree }).click();
    await expect(buyButton).toHaveAttribute('aria-disabled', 'false');
    await expect(modal).toContainText('243.90 JUF');
    terms.price = '0.411';
    await readAgain();
    await expect(modal).toContainText('The price rose from 0.410000 to 0.411000 USDT');
    await page.keyboard.press('Escape');
    await packages.getByRole('button', { name: 'Buy Seed' }).click();
    await expect(modal).toContainText('0.411000 USDT');
    await expect(modal).not.toContainText('The price rose');
  });

  test('shows the old price while none can be read, and doesn’t become more expensive without a confirmation', async ({ page }) => {
    const { modal, buyButton } = treasuryPage(page);
    const { terms, readAgain } = await reviewAtFortyCents(page);
    await expect(buyButton).toHaveAttribute('aria-disabled', 'false');
    const fail = (route: Route): Promise<void> => route.abort();
    const restore = await routeUntil(page, LIST, fail);
    for (let fault = 0; fault < 3; fault += 1) {
      const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/sales/treasuryList'));
      await readAgain();
      await failed;
      await expect(modal).toContainText(texts.purchase.stale.slice(0, 35));
      await expect(modal).toContainText('250.00 JUF');
    }
    terms.price = '0.44';
    restore();
    await readAgain();
    await expect(modal.getByRole('alert').filter({ hasText: texts.purchase.consent.slice(0, 30) })).toBeVisible();
    await expect(buyButton).toHaveAttribute('aria-disabled', 'true');
  });

  test('isn’t made after the session ended, and keeps the input until the member is back', async ({ page, member }) => {
    const { review, buyButton, packages } = treasuryPage(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/treasury');
    await review('44');
    await refusePurchase(page, 401, 'UNAUTHENTICATED', 'Sign in to continue.');
    await buyButton.click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(page.getByRole('banner').getByRole('button', { name: common.signIn, exact: true })).toBeVisible();
    await page.evaluate(
      (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
      sessionValues(member),
    );
    await openInApp(page, '/treasury');
    await expect(packages.getByLabel(texts.packages.compare)).toHaveValue('44');
    expect(await balanceOf(member, 'USDT')).toBe(before);
  });
});

/** A purchase of 100 USDT in its review, at a price that the test can change and have read again. */
async function reviewAtFortyCents(page: Page): Promise<{ terms: { price: string }; readAgain: () => Promise<unknown> }> {
  const { modal, review } = treasuryPage(page);
  const terms = { price: '0.4' };
  await tell(page, LIST, () => ({ jufPrice: terms.price }));
  await openInApp(page, '/treasury');
  await review('100');
  await expect(modal).toContainText('250.00 JUF');
  return { terms, readAgain: () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))) };
}
