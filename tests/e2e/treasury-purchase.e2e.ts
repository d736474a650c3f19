import actions from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/treasury.json' with { type: 'json' };
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';
import { balanceOf, loseAnswer, purchasesOf, treasuryPage, watchOrders } from './support/treasury-page.ts';

const us = (amount: bigint, decimals: number, fractionDigits: number): string =>
  formatAmount(amount, decimals, { locale: 'en-US', fractionDigits });

test.describe('a purchase', () => {
  test.use({ signedInAs: 6 });

  test('is made as it was reviewed, insured, and once, though its button is pressed twice', async ({ page, member }) => {
    const { modal, success, review, insure, buyButton } = treasuryPage(page);
    const orders = watchOrders(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/treasury');
    await review('100', 'Growth');
    await modal.getByRole('button', { name: actions.review.change }).click();
    await insure.check();
    await modal.getByRole('button', { name: texts.purchase.review }).click();
    await expect(modal).toContainText('102.00USDT');
    await expect(modal).toContainText(texts.purchase.inInsurance.replace('{{amount}}', '100').replace('{{premium}}', '2'));
    await expect(modal).toContainText(us(before - 102_000_000n, 6, 2));
    await buyButton.dblclick();

    await expect(success.getByRole('heading', { level: 3 })).toHaveText(actions.follow.doneTitle);
    expect(orders).toHaveLength(1);
    const [bought] = await purchasesOf(member);
    expect(bought).toMatchObject({ treasuryName: 'Growth', paid: '100', insured: true });
    const juf = us(fromDecimalString(bought?.juf ?? '', 18), 18, 2);
    await expect(success).toContainText(`${juf}JUF`);
    await expect(success).toContainText(us(before - 102_000_000n, 6, 2));
    expect(await balanceOf(member, 'USDT')).toBe(before - 102_000_000n);
  });
});

test.describe('a purchase whose answer is lost', () => {
  test.use({ signedInAs: 2, expectedFaults: [/ERR_CONNECTION_RESET/] });

  test('is asked for with the same key until it is told, and made once', async ({ page, member }) => {
    const { modal, success, review, buyButton } = treasuryPage(page);
    const orders = watchOrders(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/treasury');
    await loseAnswer(page);
    await review('20');
    await buyButton.click();
    await expect(modal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();
    await expect(success).toContainText('20.00USDT');
    const keys = orders.map((order) => order.headers()['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(await balanceOf(member, 'USDT')).toBe(before - 20_000_000n);
  });
});
