/**
 * An order above the limit, where the page knows little: only the provider says so, no wallet is there, or the provider asks for no signature. What the
 * wallet signs is tried with each act: treasury-purchase, roles, score, staking-stake.
 */
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import score from '../../public/locales/en/score.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { payMember } from './support/pay-member.ts';
import { toldOrder } from './support/signed-order.ts';
import { expect, test } from './support/test.ts';
import { tell } from './support/told-answers.ts';
import { purchasesOf, treasuryPage, watchOrders } from './support/treasury-page.ts';

const { review: words, follow } = actions;

test.use({ signedInAs: 'newcomer', expectedFaults: [/status of (404|422)/] });

test('a refusal leads back to the review, which then asks; a member who signed in by a link is led to the wallet, and back', async ({
  page,
  member,
}) => {
  const { modal, review, buyButton } = treasuryPage(page);
  const orders = watchOrders(page);
  await payMember(member, 'USDT', '101');
  // As if the terms had changed while the page was open.
  await tell(page, '**/api/wallet/orderTerms', () => ({ left: { JU: '1000', JUF: '1000', USDT: '1000' } }));
  await openInApp(page, '/treasury');
  await review('100.5', 'Growth');
  await expect(toldOrder(modal, /Buy/)).toHaveCount(0);
  await buyButton.click();
  await expect(modal.getByRole('status').filter({ hasText: follow.problems.unsignedAbove.replace('{{amount}}', '100') })).toBeVisible();
  await expect(
    toldOrder(modal, /Buy package Growth for 100\.5 USDT, at [\d.]+ USDT per JUF at most, not insured.*100\.5\sUSDT/),
  ).toBeVisible();
  await buyButton.click();
  await expect(modal.getByRole('alert').filter({ hasText: follow.problems.wallet.CONNECTOR_NOT_FOUND })).toBeVisible();
  await modal.getByRole('button', { name: words.connect }).click();
  await expect(page.locator('#wallet-modal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(buyButton).toHaveAttribute('aria-disabled', 'false');
  expect(orders).toHaveLength(1);
  expect(await purchasesOf(member)).toHaveLength(0);
});

test('with a provider that asks for no signature, points are bought without one', { tag: '@full' }, async ({ page, member }) => {
  const dialog = page.locator('#buy-points-modal');
  const form = page.locator('form.buy-points');
  await payMember(member, 'USDT', '5');
  await page.route('**/api/wallet/orderTerms', (route) => route.fulfill({ status: 404, body: '' }));
  await openInApp(page, '/profile/score');
  await form.getByLabel(score.buy.amount).fill('500');
  await form.getByRole('button', { name: score.buy.review }).click();
  await dialog.locator('.dlg-foot .btn-primary').click();
  await expect(dialog.getByRole('heading', { name: follow.doneTitle })).toBeVisible();
});
