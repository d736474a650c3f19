import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/bonuses.json' with { type: 'json' };
import type { bonusInfo } from '../../src/lib/api/contract/bonuses.ts';
import type { DataOf } from '../../src/lib/api/contract/define-call.ts';
import { memberRolesList, purchaseMemberRoles } from '../../src/lib/api/contract/roles.ts';
import { newAccount, signInByApi } from './support/api-member.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { payMember } from './support/pay-member.ts';
import { watchPosts } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';
import { tell } from './support/told-answers.ts';

const USDT = 10n ** 6n;

test.describe('a member whose team bought', () => {
  test.use({ signedInAs: 8, expectedFaults: [/ERR_CONNECTION_RESET|Failed to fetch/] });

  test('claims its earnings once, even if the response is lost', async ({ page, member }) => {
    const invited = await signInByApi(newAccount(), member.user.referralCode);
    await payMember(invited, 'USDT', '100');
    const { list } = await invited.api.call(memberRolesList, {});
    const roleId = list.find(({ code }) => code === 'SILVER')?.id ?? '';
    await invited.api.call(purchaseMemberRoles, { roleId, walletType: 'USDT' }, { idempotencyKey: randomUUID() });

    const claims = watchPosts(page, '/profile/claimBonus');
    const before = await balanceOf(member, 'USDT');
    const dialog = page.locator('#claim-bonus-modal');
    await openInApp(page, '/profile/bonuses');
    await page.route(
      '**/profile/claimBonus',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: texts.overview.claim }).click();
    await expect(dialog.locator('.dlg-foot .btn-primary')).toHaveText('Claim 10 USDT');
    await dialog.locator('.dlg-foot .btn-primary').click();
    await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect(new Set(claims.map((claim) => claim.headers()['idempotency-key'])).size).toBe(1);
    expect(await balanceOf(member, 'USDT')).toBe(before + 10n * USDT);
    await dialog.getByRole('button', { name: actions.follow.close }).last().click();
    await expect(page.getByRole('button', { name: texts.overview.claim })).toBeDisabled();
    const log = page.getByRole('region', { name: texts.log.title });
    await log.scrollIntoViewIfNeeded();
    await expect(log.getByRole('row').nth(1)).toContainText(invited.user.username);
    await expect(log.getByRole('row').nth(1)).toContainText(texts.log.statuses.CLAIMED);
  });
});

test.describe('the log', () => {
  test.use({ signedInAs: 1 });

  test('shows where a bonus hit the role’s limit, can be filtered, and is exported completely', { tag: '@full' }, async ({ page }) => {
    const [answer] = await Promise.all([page.waitForResponse('**/api/profile/bonusInfo'), openInApp(page, '/profile/bonuses')]);
    const { data: info } = (await answer.json()) as { data: DataOf<typeof bonusInfo> };
    await expect(page.getByRole('main')).toContainText('1,000');
    await expect(page.getByRole('region', { name: texts.parts.title })).toContainText(
      Number(info.pool).toLocaleString('en').split('.')[0] ?? '',
    );
    const log = page.getByRole('region', { name: texts.log.title });
    await log.scrollIntoViewIfNeeded();
    await expect(log.getByText(texts.log.capped).first()).toBeVisible();
    const rows = log.getByRole('row');
    const all = await rows.count();
    await log.getByLabel(texts.log.columns.kind).selectOption({ label: texts.kinds.ROLE });
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await expect(log.getByRole('rowheader').filter({ hasText: texts.kinds.TREASURY })).toHaveCount(0);
    await log.getByLabel(texts.log.fromDay).fill('2001-01-01');
    await log.getByLabel(texts.log.toDay).fill('2001-01-02');
    await expect(log).toContainText(texts.log.emptyFiltered);
    await log.getByRole('button', { name: texts.log.clear }).click();
    await expect(rows).toHaveCount(all);

    const [saved] = await Promise.all([page.waitForEvent('download'), log.getByRole('button', { name: texts.log.csv }).click()]);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(all);
    expect(lines[1]).toMatch(/,7250,1000,656\.401,/);
  });
});

test.describe('a newcomer', { tag: '@full' }, () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 422/] });

  test('has nothing to claim, and sees why when the provider refuses', async ({ page, member }) => {
    await openInApp(page, '/profile/bonuses');
    const log = page.getByRole('region', { name: texts.log.title });
    await log.scrollIntoViewIfNeeded();
    await expect(log).toContainText(texts.log.empty);
    await expect(page.getByRole('button', { name: texts.overview.claim })).toBeDisabled();

    await tell(page, '**/api/profile/bonusInfo', (data) => ({ ...data, claimable: '5' }));
    await openInApp(page, '/profile/bonuses');
    await page.getByRole('button', { name: texts.overview.claim }).click();
    const dialog = page.locator('#claim-bonus-modal');
    await dialog.locator('.dlg-foot .btn-primary').click();
    await expect(dialog).toContainText(errors.NOTHING_TO_CLAIM);
    await expect(dialog).toContainText(actions.follow.nothingTaken);
    expect(await balanceOf(member, 'USDT')).toBe(0n);
  });
});
