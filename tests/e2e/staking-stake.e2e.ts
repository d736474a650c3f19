import { readFile } from 'node:fs/promises';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/staking.json' with { type: 'json' };
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { routeUntil } from './support/route-until.ts';
import { positionsOf, stakingPage, watchPosts } from './support/staking-page.ts';
import { expectOrderInWallet, toldOrder } from './support/signed-order.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';
import { tell, tellBalance } from './support/told-answers.ts';
import { connectedWallet } from './support/wallet-page.ts';
import { noteWhatMoves, whatMoved } from './support/what-moves.ts';

const CALL = '/staking/stakingPurchase';
const ONE = 10n ** 18n;

test.describe('a stake', () => {
  test.use({ signedInAs: 8, stored: connectedWallet(8), expectedFaults: [/ERR_CONNECTION_RESET|Failed to fetch/] });

  test('is made as reviewed and once, despite a double press, a lost response or leaving the page', async ({ page, member, wallet }) => {
    const { stakeModal, act, review, rowOf, positions, form } = stakingPage(page);
    const orders = watchPosts(page, CALL);
    const [before, held] = [await balanceOf(member, 'JUF'), (await positionsOf(member)).length];
    await openInApp(page, '/staking');
    await form.getByRole('radio', { name: '90 days' }).check();
    await form.getByRole('textbox').fill('1000');
    await expect(form).toContainText('9% × 1.1 = 9.9%');
    await review('101', '90 days');
    await expect(form).toContainText(`${texts.form.rate}9%Tier Base`);
    await expect(stakeModal).toContainText(/103\.24\s?JUF/);
    await act(stakeModal).dblclick();
    await expect(stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect(orders).toHaveLength(1);
    expect((await positionsOf(member))[0]).toMatchObject({ amount: '101', days: 90, apr: 900, effectiveApr: 900, tier: 'Base' });
    expect(await balanceOf(member, 'JUF')).toBe(before - 101n * ONE);
    // The receipt leads on: the day for the calendar, and the stake itself.
    const saved = page.waitForEvent('download');
    await stakeModal.getByRole('button', { name: actions.follow.next.calendar }).click();
    expect(await readFile(await (await saved).path(), 'utf8')).toContain(`UID:${(await positionsOf(member))[0]?.id ?? ''}@`);
    await stakeModal.getByRole('link', { name: actions.follow.next.toStakes }).click();
    await expect(stakeModal).toBeHidden();
    await expect(page).toHaveURL(/\/staking#positions$/);
    await expect(positions).toBeInViewport();
    await expect(rowOf('101')).toContainText('Base, 90 days');

    await page.route(
      `**${CALL}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await review('102');
    await act(stakeModal).click();
    await expect(stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    const keys = orders.slice(1).map((order) => order.headers()['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await page.keyboard.press('Escape');

    // In flight when the page is left: its response never arrives.
    await page.route(`**${CALL}`, (route) => route.fetch().then(() => undefined), { times: 1 });
    // Above what goes without the wallet in a day.
    await review('103');
    await expect(toldOrder(stakeModal, /Stake 103 JUF for 360 days/)).toBeVisible();
    await act(stakeModal).click();
    await expectOrderInWallet(page, /^orderStake 103 JUF for 360 days$/, '103', 'JUF');
    await wallet.decline();
    await expect(stakeModal.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
    await act(stakeModal).click();
    await wallet.signData();
    await expect(stakeModal.getByRole('heading', { name: actions.follow.sendingTitle })).toBeVisible();
    await expect.poll(async () => (await positionsOf(member)).length).toBe(held + 3);
    await openInApp(page, '/staking');
    await expect(stakeModal).toContainText('103 JUF for 360 days');
    await expect(stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect((await positionsOf(member)).length).toBe(held + 3);
    expect(await balanceOf(member, 'JUF')).toBe(before - 306n * ONE);
  });
});

test.describe('a stake reviewed in two tabs', () => {
  test.use({ signedInAs: 7, expectedFaults: [/ERR_CONNECTION_RESET|ERR_FAILED|Failed to fetch/] });

  test(
    'is made by the tab that sends it first; the other shows the result and sends nothing',
    { tag: '@full' },
    async ({ page, context, member }) => {
      const other = await context.newPage();
      const [first, second] = [stakingPage(page), stakingPage(other)];
      const [sentHere, sentThere] = [watchPosts(page, CALL), watchPosts(other, CALL)];
      const [before, held] = [await balanceOf(member, 'JUF'), (await positionsOf(member)).length];
      await openInApp(page, '/staking');
      await openInApp(other, '/staking');
      await second.review('105', '90 days');
      await first.review('105', '90 days');
      // Nothing from this tab arrives.
      const restore = await routeUntil(page, `**${CALL}`, (route) => route.abort('connectionreset'));
      await first.act(first.stakeModal).click();
      await expect(first.stakeModal.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();

      await other.bringToFront();
      await second.act(second.stakeModal).dblclick();
      await expect(second.stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
      restore();
      await page.bringToFront();
      await expect(first.stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible({ timeout: 40_000 });
      const keys = [...sentHere, ...sentThere].map((order) => order.headers()['idempotency-key']);
      expect(sentThere).toHaveLength(1);
      expect(new Set(keys).size).toBe(1);
      expect(await positionsOf(member)).toHaveLength(held + 1);
      expect(await balanceOf(member, 'JUF')).toBe(before - 105n * ONE);
    },
  );
});

test.describe('a stake that cannot be made', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of (422|401|409)|ERR_INTERNET_DISCONNECTED/] });

  test('is not sent below the minimum, above the balance or while offline', async ({ page, context }) => {
    const { amount, form, stakeModal, act, review } = stakingPage(page);
    const orders = watchPosts(page, CALL);
    await tellBalance(page, 'JUF', '250');
    await openInApp(page, '/staking');
    await expect(form).toContainText(/250\.00\s?JUF/);
    for (const [typed, fault] of [
      ['99.999999999999999999', 'The smallest amount is 100 JUF.'],
      ['100.0000000000000000001', 'JUF allows 18 decimal places'],
      ['1,23.5', actions.amount.grouping.slice(0, 30)],
      ['250.5', 'You have only 250.00\u00a0JUF available.'],
    ] as const) {
      await amount.fill(typed);
      await expect(form.locator('#stake-amount-fault')).toContainText(fault);
      // Beyond the balance the button is disabled; below the minimum it opens nothing.
      await form.locator('button[type=submit]').dispatchEvent('click');
      await expect(stakeModal).toBeHidden();
    }
    await review('100');
    // The dialog's parts have come by then.
    await expect(act(stakeModal)).toBeEnabled();
    await expect(act(stakeModal)).not.toHaveAttribute('aria-busy', 'true');
    await context.setOffline(true);
    await act(stakeModal).click();
    await expect(stakeModal.getByRole('alert').filter({ hasText: actions.follow.problems.unreachable })).toBeVisible();
    await context.setOffline(false);
    expect(orders).toHaveLength(0);
  });

  test('is refused by the provider with a reason, takes nothing, and keeps the input', { tag: '@full' }, async ({ page, member }) => {
    const { amount, form, stakeModal, act, review } = stakingPage(page);
    await tellBalance(page, 'JUF', '5000');
    await tell(page, '**/api/staking/info', ({ tierList, rewardPool }) => ({
      tierList: (tierList as object[]).map((tier, index) => (index === 0 ? { ...tier, minAmount: '1' } : tier)),
      rewardPool: { ...(rewardPool as object), free: '10' },
    }));
    await openInApp(page, '/staking');
    await review('50');
    await act(stakeModal).click();
    await expect(stakeModal).toContainText(errors.BELOW_MINIMUM);
    await stakeModal.getByRole('button', { name: actions.follow.back }).click();
    await review('200');
    await act(stakeModal).click();
    await expect(stakeModal).toContainText(errors.INSUFFICIENT_BALANCE);
    await expect(stakeModal).toContainText(actions.follow.nothingTaken);
    await page.keyboard.press('Escape');
    await expect(form).toContainText('The reward pool can set aside 10.00 JUF');
    const json = { code: 'POOL_DRAINED', message: errors.POOL_DRAINED, requestId: 'request' };
    await page.route(`**${CALL}`, (route) => route.fulfill({ status: 409, json }));
    await review('210');
    await act(stakeModal).click();
    await expect(stakeModal).toContainText(errors.POOL_DRAINED);
    await stakeModal.getByRole('button', { name: actions.follow.back }).click();
    await expect(amount).toHaveValue('210');
    expect(await positionsOf(member)).toEqual([]);
  });

  test('isn’t made after the session ended, and keeps the input until the member is back', { tag: '@full' }, async ({ page, member }) => {
    const { form, amount, stakeModal, act, review } = stakingPage(page);
    await tellBalance(page, 'JUF', '5000');
    await openInApp(page, '/staking');
    await review('144', '30 days');
    const json = { code: 'UNAUTHENTICATED', message: errors.UNAUTHENTICATED, requestId: 'request' };
    const restore = await routeUntil(page, `**${CALL}`, (route) => route.fulfill({ status: 401, json }));
    await act(stakeModal).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    restore();
    await page.evaluate(
      (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
      sessionValues(member),
    );
    await openInApp(page, '/staking');
    await expect(amount).toHaveValue('144');
    await expect(form.getByRole('radio', { name: '30 days' })).toBeChecked();
    expect(await positionsOf(member)).toEqual([]);
  });
});

test.describe('a newcomer', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/Failed to load resource/] });

  test('sees what a stake may earn, that nothing is staked, and what could not be loaded, without layout shifts', async ({ page }) => {
    const { positions, form } = stakingPage(page);
    await noteWhatMoves(page);
    await page.route('**/api/staking/stakingList**', (route) => route.abort(), { times: 2 });
    await openInApp(page, '/staking');
    await expect(form).toContainText(/(?<![\d.,])0\.00\s?JUF/);
    const figure = page.getByRole('figure', { name: 'Projected returns, in JUF' });
    await expect(figure).toContainText(texts.projection.note);
    await expect(figure).toContainText('+26.63');
    expect(await whatMoved(page)).toEqual([]);
    await figure.getByText(texts.projection.table).click();
    await expect(figure.getByRole('row').last()).toContainText('+26.63');
    await figure.getByLabel(texts.projection.price).fill('2');
    await expect(page.getByRole('figure').getByRole('row').last()).toContainText('+53.26');
    // An unavailable price is shown as such, and the last known one is used in the sum.
    await page.getByLabel(texts.projection.price).fill('abc');
    await expect(page.getByLabel(texts.projection.price)).toHaveAccessibleDescription(/^Enter a price in USDT/);
    await expect(page.getByRole('figure', { name: 'Projected returns, in USDT' }).getByRole('row').last()).toContainText('+53.26');
    await positions.scrollIntoViewIfNeeded();
    await expect(positions.getByRole('alert')).toContainText(common.state.errorTitle);
    await positions.getByRole('button', { name: common.state.retry }).click();
    await expect(positions.getByRole('heading', { name: texts.positions.emptyTitle })).toBeVisible();
  });

  test('doesn’t wait for missing figures, and sees them once they arrive', async ({ page }) => {
    const restore = await routeUntil(page, '**/api/staking/info', (route) => route.fulfill({ status: 503, body: '' }));
    await openInApp(page, '/staking');
    const { form } = stakingPage(page);
    const tiers = page.getByRole('region', { name: texts.tiers.title });
    const pool = page.getByRole('region', { name: texts.pool.title });
    await expect(page.getByRole('main').getByRole('alert')).toContainText(common.state.errorTitle);
    await page.locator('.foot').scrollIntoViewIfNeeded();
    await expect(pool).toContainText(texts.pool.text);
    await expect(page.locator('main :is(.sk, [aria-busy=true])')).toHaveCount(0);
    await expect(tiers).toHaveCount(0);
    await form.getByLabel(texts.form.amount).fill('100');
    await expect(form.locator('[type=submit]')).toHaveAttribute('aria-disabled', 'true');
    await form.getByLabel(texts.form.amount).fill('');
    restore();
    await page.getByRole('button', { name: common.state.retry }).first().click();
    await expect(tiers.getByRole('row')).toHaveCount(5);
    await expect(form.getByRole('radio', { name: '360 days' })).toBeChecked();
    await expect(page.getByRole('figure', { name: 'Projected returns, in JUF' })).toBeVisible();
    await expect(pool.locator('.num').first()).toBeVisible();
  });
});
