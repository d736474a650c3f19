import actions from '../../public/locales/en/action.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/score.json' with { type: 'json' };
import { juScoreInfo } from '../../src/lib/api/contract/score.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { payMember } from './support/pay-member.ts';
import { watchPosts } from './support/staking-page.ts';
import { expectOrderInWallet, toldOrder } from './support/signed-order.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { tell, tellBalance } from './support/told-answers.ts';
import { connectedWallet } from './support/wallet-page.ts';

const USDT = 10n ** 6n;

test.describe('a newcomer', () => {
  test.use({ signedInAs: 'newcomer' });

  test('claims the day’s points once, and finds them in the history', async ({ page, member }) => {
    const claims = watchPosts(page, '/sales/juScore/claim');
    await openInApp(page, '/profile/score');
    // What is free comes before what costs: one button of the page is filled.
    const filled = page.locator('main .btn-primary');
    await expect(filled).toHaveText('Claim 12 points');
    // It costs nothing and can't be lost: there is nothing to review.
    await filled.dblclick();
    await expect(siteParts(page).toasts).toContainText(texts.claim.done);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    expect(claims).toHaveLength(1);
    expect(await member.api.call(juScoreInfo, {})).toMatchObject({ score: 12, streak: 1, claimable: 0 });
    await expect(page.getByText(texts.overview.claimedToday)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.claim.title })).toBeDisabled();
    await expect(filled.last()).toHaveText(texts.buy.review);
    const history = page.getByRole('region', { name: texts.history.title });
    await history.scrollIntoViewIfNeeded();
    await expect(history.getByRole('row').nth(1)).toContainText(texts.history.kinds.CLAIM);
    await expect(history.getByRole('row').nth(1)).toContainText('+12');
  });
});

test.describe('points', () => {
  test.use({ signedInAs: 10, stored: connectedWallet(10) });

  test('are bought in whole numbers, within the day’s limit, at their price, as the wallet signed it', async ({ page, member, wallet }) => {
    const orders = watchPosts(page, '/sales/juScore/purchase');
    const { score } = await member.api.call(juScoreInfo, {});
    const before = await balanceOf(member, 'USDT');
    const dialog = page.locator('#buy-points-modal');
    const form = page.locator('form.buy-points');
    const amount = form.getByLabel(texts.buy.amount);
    await tell(page, '**/api/wallet/orderTerms', () => ({ left: { JU: '0', JUF: '0', USDT: '1.499999' } }));
    await openInApp(page, '/profile/score');
    await expect(form).toContainText('10,000');
    await expect(page.getByRole('region', { name: texts.levels.title }).getByRole('row')).toHaveCount(6);
    for (const [typed, fault] of [
      ['1.5', texts.buy.whole],
      ['10001', 'The largest amount is 10,000 points.'],
      ['0', actions.amount.zero],
      ['9000', 'USDT short'],
    ] as const) {
      await amount.fill(typed);
      await form.getByRole('button', { name: texts.buy.review }).click();
      await expect(form).toContainText(fault);
      await expect(dialog).toBeHidden();
    }
    await amount.fill('150');
    await expect(form).toContainText(/1\.50\s?USDT/);
    await form.getByRole('button', { name: texts.buy.review }).click();
    await expect(toldOrder(dialog, /Buy 150 points/)).toBeVisible();
    await dialog.locator('.dlg-foot .btn-primary').dblclick();
    await expectOrderInWallet(page, /^orderBuy 150 points$/, '1.5', 'USDT');
    await wallet.decline();
    await expect(dialog.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
    expect(orders).toHaveLength(0);
    await dialog.locator('.dlg-foot .btn-primary').dblclick();
    await wallet.signData();
    await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect(orders).toHaveLength(1);
    expect(await balanceOf(member, 'USDT')).toBe(before - (15n * USDT) / 10n);
    expect(await member.api.call(juScoreInfo, {})).toMatchObject({ score: score + 150, boughtToday: 150 });
  });
});

test.describe('points whose price is still to come', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer' });

  test('can’t be reviewed before it is known, and the button says so', async ({ page, member }) => {
    await payMember(member, 'USDT', '5');
    const form = page.locator('form.buy-points');
    const review = form.getByRole('button', { name: texts.buy.review });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/sales/juScore/info', async (route) => {
      await answered;
      await route.continue();
    });
    await openInApp(page, '/profile/score');
    await form.getByLabel(texts.buy.amount).fill('500');
    await expect(review).toHaveAttribute('aria-disabled', 'true');
    answer();
    await review.click();
    await expect(page.locator('#buy-points-modal')).toContainText('500');
  });
});

test.describe('points beyond the day’s limit', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 422/] });

  test('are refused with a message, and nothing is charged', async ({ page, member }) => {
    await tell(page, '**/api/sales/juScore/info', (data) => ({ ...data, dailyLimit: 30_000, boughtToday: 0 }));
    await tell(page, '**/api/wallet/orderTerms', () => ({ left: { JU: '0', JUF: '0', USDT: '1000' } }));
    await tellBalance(page, 'USDT', '1000');
    const before = await balanceOf(member, 'USDT');
    const dialog = page.locator('#buy-points-modal');
    const form = page.locator('form.buy-points');
    await openInApp(page, '/profile/score');
    await expect(form).toContainText('30,000');
    await form.getByLabel(texts.buy.amount).fill('10001');
    await form.getByRole('button', { name: texts.buy.review }).click();
    await dialog.locator('.dlg-foot .btn-primary').click();
    await expect(dialog).toContainText(errors.DAILY_LIMIT);
    await expect(dialog).toContainText(actions.follow.nothingTaken);
    expect(await balanceOf(member, 'USDT')).toBe(before);
  });
});

test.describe('with a provider that doesn’t list its levels', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 404/] });

  test('the page leaves them out and works', async ({ page }) => {
    await page.route('**/sales/juScore/levels', (route) => route.fulfill({ status: 404, body: '' }));
    await openInApp(page, '/profile/score');
    await expect(page.getByRole('button', { name: 'Claim 12 points' })).toBeEnabled();
    await expect(page.getByRole('region', { name: texts.levels.title })).toHaveCount(0);
  });
});
