import { formatUnits } from 'viem';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/roles.json' with { type: 'json' };
import team from '../../public/locales/en/team.json' with { type: 'json' };
import { memberRolesList } from '../../src/lib/api/contract/roles.ts';
import { juScoreInfo } from '../../src/lib/api/contract/score.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { watchPosts } from './support/staking-page.ts';
import { expectOrderInWallet, toldOrder } from './support/signed-order.ts';
import { expect, test } from './support/test.ts';
import { tell, tellBalance } from './support/told-answers.ts';
import { connectedWallet } from './support/wallet-page.ts';

const ONE = 10n ** 18n;
const USDT = 10n ** 6n;

test.describe('a member without a role', () => {
  test.use({ signedInAs: 9, stored: connectedWallet(9) });

  test('sees all roles side by side, can’t afford an expensive one, and buys one once, as the wallet signed it', async ({
    page,
    member,
    wallet,
  }) => {
    const orders = watchPosts(page, '/profile/purchaseMemberRoles');
    const before = await balanceOf(member, 'USDT');
    const dialog = page.locator('#role-purchase-modal');
    const act = dialog.locator('.dlg-foot .btn-primary');
    await tell(page, '**/api/wallet/orderTerms', () => ({ left: { JU: '0', JUF: '0', USDT: '99.999999' } }));
    await openInApp(page, '/profile/roles');
    await expect(page.getByRole('row')).toHaveCount(6);
    await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText('9% / 4% / 2%');

    await page.getByRole('button', { name: 'Upgrade to Gold' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: `${formatUnits(500n * USDT - before, 6)} USDT short` })).toBeVisible();
    await expect(act).toHaveAttribute('aria-disabled', 'true');
    await act.click({ force: true });
    await dialog.getByRole('button', { name: actions.review.leave }).click();

    await page.getByRole('button', { name: 'Upgrade to Silver' }).click();
    await expect(dialog).toContainText(/100\.00\s?USDT/);
    await expect(dialog).toContainText(/9\.60\s?USDT/);
    await expect(toldOrder(dialog, /Buy role Silver/)).toBeVisible();
    await act.dblclick();
    await expectOrderInWallet(page, /^orderBuy role Silver$/, '100', 'USDT');
    await wallet.decline();
    await expect(dialog.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
    expect(orders).toHaveLength(0);
    await act.dblclick();
    await wallet.signData();
    await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    await expect(dialog).toContainText('Your role is now Silver.');
    expect(orders).toHaveLength(1);
    expect(await balanceOf(member, 'USDT')).toBe(before - 100n * USDT);
    await dialog.getByRole('button', { name: actions.follow.close }).last().click();
    await expect(page.getByRole('row').filter({ hasText: 'Silver' })).toContainText(texts.list.current);
    // Earlier payments count towards the upgrade.
    await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText(/400\.00\s?USDT/);
    const { list } = await member.api.call(memberRolesList, {});
    expect(list.find(({ current }) => current)?.code).toBe('SILVER');
  });
});

test.describe('a member who reads German', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', stored: { lang: 'de' } });

  test('reads the names of roles in German, on every page that shows one', async ({ page }) => {
    await openInApp(page, '/de/profile/roles');
    await expect(page.locator('.stats dd').first()).toHaveText('Mitglied');
    await expect(page.getByRole('rowheader', { name: 'Silber' })).toBeVisible();
    await page.getByRole('button', { name: 'Zu Diamant aufsteigen' }).click();
    await expect(page.locator('#role-purchase-modal')).toContainText('Diamant');
    await openInApp(page, '/de/profile');
    await expect(page.getByRole('definition').getByText('Mitglied', { exact: true })).toBeVisible();
    await openInApp(page, '/de/profile/team');
    await page.locator('details:has(.role-rates) summary').click();
    await expect(page.getByRole('rowheader', { name: 'Platin', exact: true })).toBeVisible();
  });
});

test.describe('a privilege that is due', () => {
  test.use({ signedInAs: 5, expectedFaults: [/ERR_CONNECTION_RESET|Failed to fetch/] });

  test('is paid once, even if the response is lost, and the next date is shown', async ({ page, member }) => {
    const claims = watchPosts(page, '/profile/claimMemberPrivilege');
    const { score } = await member.api.call(juScoreInfo, {});
    const before = await balanceOf(member, 'JUF');
    const dialog = page.locator('#claim-privilege-modal');
    await openInApp(page, '/profile/roles');
    await page.route(
      '**/profile/claimMemberPrivilege',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await expect(page.locator('.stats')).toContainText(/Claim the current one before \d\d:\d\d\s\S+ that day, or it lapses\./);
    await page.getByRole('button', { name: texts.privilege.claim }).click();
    await dialog.locator('.dlg-foot .btn-primary').click();
    await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    await expect(dialog).toContainText('100 points');
    expect(new Set(claims.map((claim) => claim.headers()['idempotency-key'])).size).toBe(1);
    expect(await balanceOf(member, 'JUF')).toBe(before + 5n * ONE);
    expect((await member.api.call(juScoreInfo, {})).score).toBe(score + 100);
    await dialog.getByRole('button', { name: actions.follow.close }).last().click();
    await expect(page.getByRole('button', { name: texts.privilege.claim })).toBeDisabled();
    await expect(page.locator('.stats')).toContainText('Then you have 30 days to claim it.');
  });
});

test.describe('a newcomer', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 422/] });

  test('has nothing to claim, and sees why when the provider refuses', async ({ page, member }) => {
    await tellBalance(page, 'USDT', '100');
    const dialog = page.locator('#role-purchase-modal');
    await openInApp(page, '/profile/roles');
    await expect(page.getByText(texts.privilege.never)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.privilege.claim })).toBeDisabled();
    await expect(page.getByRole('main')).toContainText(team.cap.unpaid);
    await expect(page.getByRole('meter', { name: team.cap.title })).toHaveAttribute('aria-valuetext', '0.00 of at most 0.00\u00a0USDT');
    await page.getByRole('button', { name: 'Upgrade to Silver' }).click();
    await expect(dialog.getByRole('meter', { name: team.cap.title })).toHaveAttribute('aria-valuetext', '0.00 of at most 50.00\u00a0USDT');
    await dialog.locator('.dlg-foot .btn-primary').click();
    await expect(dialog.getByRole('heading', { name: actions.follow.refusedTitle })).toBeVisible();
    await expect(dialog).toContainText(errors.INSUFFICIENT_BALANCE);
    await expect(dialog).toContainText(actions.follow.nothingTaken);
    const { list } = await member.api.call(memberRolesList, {});
    expect(list.find(({ current }) => current)?.code).toBe('MEMBER');
  });
});
