import common from '../../public/locales/en/common.json' with { type: 'json' };
import texts from '../../public/locales/en/team.json' with { type: 'json' };
import { referBy } from '../../src/lib/api/contract/profile.ts';
import { memberRolesList } from '../../src/lib/api/contract/roles.ts';
import { myTeam, referralInfo } from '../../src/lib/api/contract/team.ts';
import { type ApiMember, signInByApi } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { routeUntil } from './support/route-until.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const region = (name: string) => ({ name, exact: true });

test.describe('a member without a team', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/Failed to load resource/] });

  test('has a link to copy, share and scan, and sees what would bring a bonus', async ({ page, member, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { link, referralCode } = await member.api.call(referralInfo, {});
    expect(new URL(link).searchParams.get('referralCode')).toBe(referralCode);
    await openInApp(page, '/profile/team');
    const invite = page.getByRole('region', region(texts.invite.title));
    await expect(invite).toContainText(link);
    await expect(invite).toContainText(referralCode);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await invite.getByRole('button', { name: texts.invite.copy }).click();
    await expect(siteParts(page).toasts).toContainText(texts.invite.copied);
    expect(await copied()).toBe(link);
    await page.evaluate(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', { configurable: true, value: (data: unknown) => Promise.resolve(shared.push(data)) });
    });
    await invite.getByRole('button', { name: texts.invite.share }).click();
    expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
      { url: link, text: texts.invite.shareText },
    ]);
    await invite.getByText(texts.invite.showQr).click();
    await expect(invite.getByRole('img', { name: texts.invite.qr })).toBeVisible();

    const formula = page.getByRole('region', region(texts.formula.title));
    await formula.scrollIntoViewIfNeeded();
    await expect(formula).toContainText(texts.formula.capAt.replace('{{rate}}', '50%'));
    await expect(formula.getByRole('row', { name: 'Level 1' })).toContainText('0%');
    const { list } = await member.api.call(memberRolesList, {});
    await formula.getByText(texts.formula.roles).click();
    const rates = formula.getByRole('table').last();
    for (const { name, bonusRates } of list) {
      const row = rates.getByRole('row', { name });
      for (const rate of bonusRates) await expect(row).toContainText(`${rate / 100}%`);
    }
    await expect(page.getByRole('region', region(texts.members.title))).toContainText(texts.members.empty);
  });

  test('sees what failed to load, and retries it', { tag: '@full' }, async ({ page, member }) => {
    const { link } = await member.api.call(referralInfo, {});
    const restore = await routeUntil(page, '**/api/profile/referralInfo', (route) => route.fulfill({ status: 503, body: '' }));
    await openInApp(page, '/profile/team');
    const invite = page.getByRole('region', region(texts.invite.title));
    await expect(invite.getByRole('alert')).toContainText(common.state.errorTitle);
    restore();
    await invite.getByRole('button', { name: common.state.retry }).click();
    await expect(invite).toContainText(link);
  });
});

test.describe('a member with a team', () => {
  test.use({ signedInAs: 'newcomer' });

  test('pages through it, by level and below a member, and navigates the tree by keyboard', { tag: '@full' }, async ({ page, member }) => {
    const join = async (sponsor: ApiMember): Promise<ApiMember> => {
      const joined = await signInByApi();
      await joined.api.call(referBy, { referralCode: sponsor.user.referralCode });
      return joined;
    };
    const first = await join(member);
    const second = await join(first);
    const third = await join(second);
    for (let more = 0; more < 20; more += 1) await join(member);
    await openInApp(page, '/profile/team');
    const figures = page.getByRole('region', region(texts.figures.title));
    await expect(figures.locator('.stat').nth(0)).toContainText('21');
    await expect(figures.locator('.stat').nth(1)).toContainText('23');

    const members = page.getByRole('region', region(texts.members.title));
    await members.scrollIntoViewIfNeeded();
    await expect(members.locator('tbody tr')).toHaveCount(20);
    await members.getByRole('button', { name: common.state.pages.older }).click();
    await expect(members.locator('tbody tr')).toHaveCount(3);
    await expect(members).toContainText('Page 2 of 2');
    await expect(figures.locator('.stat').nth(2)).toContainText('0.00');
    for (const { user } of [first, second, third]) {
      await expect(members).toContainText(user.uid);
      await expect(members).not.toContainText(user.address);
    }
    await members.getByRole('button', { name: new RegExp(texts.members.teamOf.replace('{{name}}', first.user.username)) }).click();
    await expect(members.locator('tbody tr')).toHaveCount(2);
    await members.getByRole('radio', { name: 'Level 3' }).check();
    await expect(members.locator('tbody tr')).toHaveCount(1);
    await expect(members).toContainText(third.user.uid);
    await members.getByRole('radio', { name: 'Level 1' }).check();
    await expect(members).toContainText(texts.members.emptyFilter);
    await members.getByRole('button', { name: texts.members.whole }).click();

    await members.getByRole('radio', { name: texts.members.tree }).check();
    const tree = members.getByRole('tree', { name: texts.members.treeLabel });
    const item = ({ user }: ApiMember) => tree.getByRole('treeitem').filter({ hasText: user.uid });
    await expect(tree.getByRole('treeitem')).toHaveCount(21);
    expect(await tree.locator('[tabindex="0"]').count()).toBe(1);
    await tree.locator('[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await expect(tree.getByRole('treeitem').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item(first)).toBeFocused();
    await expect(item(first)).toHaveAttribute('aria-level', '1');
    await expect(item(first)).toHaveAttribute('aria-setsize', '21');
    await expect(item(first)).toHaveAttribute('aria-posinset', '21');
    for (const [at, below] of [
      [first, second],
      [second, third],
    ] as const) {
      await expect(item(at)).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('ArrowRight');
      await expect(item(at)).toHaveAttribute('aria-expanded', 'true');
      await expect(item(below)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(item(below)).toBeFocused();
    }
    await expect(item(third)).not.toHaveAttribute('aria-expanded');
    await page.keyboard.press('ArrowLeft');
    await expect(item(second)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(item(second)).toHaveAttribute('aria-expanded', 'false');
    await expect(item(third)).toHaveCount(0);
    await page.keyboard.press('Home');
    await expect(tree.getByRole('treeitem').first()).toBeFocused();
    const { downlineDetails } = await member.api.call(myTeam, { level: 3, page: 1, size: 20 });
    expect(downlineDetails.content.map(({ uid }) => uid)).toEqual([third.user.uid]);
  });
});
