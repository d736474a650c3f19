import actions from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/treasury.json' with { type: 'json' };
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { routeUntil } from './support/route-until.ts';
import { expectOrderInWallet, toldOrder } from './support/signed-order.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { loseAnswer, PURCHASE, purchasesOf, treasuryPage, watchOrders } from './support/treasury-page.ts';
import { connectedWallet } from './support/wallet-page.ts';

const us = (amount: bigint, decimals: number, fractionDigits: number): string =>
  formatAmount(amount, { locale: 'en-US', fractionDigits, decimals });

test.describe('a purchase', () => {
  test.use({ signedInAs: 6, stored: connectedWallet(6) });

  test('is made as reviewed, insured, as the wallet signed it, and once despite a double press', async ({ page, member, wallet }) => {
    const { modal, success, review, insure, buyButton, purchases } = treasuryPage(page);
    const orders = watchOrders(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/treasury');
    await page.getByLabel(texts.packages.compare).fill('250');
    await review('100', 'Growth');
    await modal.getByRole('button', { name: actions.review.change }).click();
    const verdict = modal.getByText(/JUF (more|less) than swapping now/);
    const without = await verdict.innerText();
    await insure.check();
    // Two dollars more are paid for the same JUF.
    await expect(verdict).not.toHaveText(without);
    await modal.getByRole('button', { name: texts.purchase.review }).click();
    await expect(modal).toContainText('102.00 USDT');
    await expect(buyButton).toHaveText(texts.purchase.buyInsured.replace('{{total}}', '102'));
    await expect(modal).toContainText(texts.purchase.inInsurance.replace('{{amount}}', '100').replace('{{premium}}', '2'));
    await expect(modal).toContainText(us(before - 102_000_000n, 6, 2));
    // The second click of a double click on what opened this.
    await buyButton.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(buyButton).toHaveAttribute('aria-busy', 'false');
    expect(orders).toHaveLength(0);
    await expect(toldOrder(modal, /Buy package Growth for 100 USDT/)).toBeVisible();
    await buyButton.dblclick();
    await expectOrderInWallet(page, /^orderBuy package Growth for 100 USDT, at [\d.]+ USDT per JUF at most, insured$/, '102', 'USDT');
    await wallet.decline();
    await expect(modal.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
    expect(orders).toHaveLength(0);
    await buyButton.dblclick();
    await wallet.signData();

    await expect(success.getByRole('heading', { level: 3 })).toHaveText(actions.follow.doneTitle);
    await expect(siteParts(page).toasts).toContainText(actions.follow.doneTitle);
    expect(orders).toHaveLength(1);
    const [bought] = await purchasesOf(member);
    expect(bought).toMatchObject({ treasuryName: 'Growth', paid: '100', insured: true });
    const juf = us(fromDecimalString(bought?.juf ?? '', 18), 18, 2);
    await expect(success).toContainText(`${juf} JUF`);
    await expect(success).toContainText(us(before - 102_000_000n, 6, 2));
    expect(await balanceOf(member, 'USDT')).toBe(before - 102_000_000n);

    await expect(success.locator('.follow-next')).toContainText(/about [\d.]+\sJUF a day until \d+ \w+ \d{4}/);
    await expect(success.getByRole('link', { name: actions.follow.next.toPurchases })).toHaveAttribute('href', '/treasury#purchases');
    await success.locator('.dlg-foot').getByRole('button').click();
    await expect(success).toBeHidden();
    // The figures for comparing packages are visible again.
    await expect(page.getByLabel(texts.packages.compare)).toHaveValue('1000');
    await purchases.scrollIntoViewIfNeeded();
    const row = purchases.getByRole('row').nth(1);
    await expect(row).toContainText(`${juf} JUF`);
    await expect(row).toContainText(texts.purchases.yes);
  });
});

test.describe('a purchase whose response is lost', () => {
  // Serial, because both pay from the same balance.
  test.describe.configure({ mode: 'default' });
  test.use({ signedInAs: 2, expectedFaults: [/ERR_CONNECTION_RESET/] });

  test('on the network and then by a reload shows its result, and is made once', async ({ page, member }) => {
    const { modal, success, review, buyButton } = treasuryPage(page);
    const orders = watchOrders(page);
    const [before, owned] = [await balanceOf(member, 'USDT'), (await purchasesOf(member)).length];
    await openInApp(page, '/treasury');
    await loseAnswer(page);
    await review('20');
    await buyButton.click();
    await expect(modal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();
    await expect(success).toContainText('20.00 USDT');
    const keys = orders.map((order) => order.headers()['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await success.locator('.dlg-foot').getByRole('button').click();

    // In flight when the page is left: its response never arrives.
    await page.route(PURCHASE, (route) => route.fetch().then(() => undefined), { times: 1 });
    await review('30');
    await buyButton.click();
    await expect(modal.getByRole('heading', { name: actions.follow.sendingTitle })).toBeVisible();
    await expect.poll(async () => (await purchasesOf(member)).length).toBe(owned + 2);
    await openInApp(page, '/treasury');
    await expect(success).toContainText('30.00 USDT');
    expect((await purchasesOf(member)).length).toBe(owned + 2);
    expect(await balanceOf(member, 'USDT')).toBe(before - 50_000_000n);
  });

  test('in one tab is shown in the other, which buys nothing itself', async ({ page, context, member }) => {
    const first = treasuryPage(page);
    const [before, owned] = [await balanceOf(member, 'USDT'), (await purchasesOf(member)).length];
    await openInApp(page, '/treasury');
    // Nothing from this tab arrives.
    const restore = await routeUntil(page, PURCHASE, (route) => route.abort('connectionreset'));
    await first.review('40');
    await first.buyButton.click();
    await expect(first.modal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();

    const other = await context.newPage();
    const orders = watchOrders(other);
    const second = treasuryPage(other);
    await openInApp(other, '/treasury');
    await expect(second.success).toContainText('40.00 USDT');
    expect(orders).toHaveLength(1);
    restore();
    await expect(first.success).toContainText('40.00 USDT', { timeout: 40_000 });
    const [bought, ...earlier] = await purchasesOf(member);
    expect(bought).toMatchObject({ treasuryName: 'Seed', paid: '40', insured: false });
    expect(earlier).toHaveLength(owned);
    expect(await balanceOf(member, 'USDT')).toBe(before - 40_000_000n);
  });
});
