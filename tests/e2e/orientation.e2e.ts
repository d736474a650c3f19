import bonuses from '../../public/locales/en/bonuses.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import info from '../../public/locales/en/info.json' with { type: 'json' };
import profile from '../../public/locales/en/profile.json' with { type: 'json' };
import score from '../../public/locales/en/score.json' with { type: 'json' };
import staking from '../../public/locales/en/staking.json' with { type: 'json' };
import swap from '../../public/locales/en/swap.json' with { type: 'json' };
import team from '../../public/locales/en/team.json' with { type: 'json' };
import treasury from '../../public/locales/en/treasury.json' with { type: 'json' };
import wallet from '../../public/locales/en/wallet.json' with { type: 'json' };
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.describe('a member', () => {
  test.use({ signedInAs: 'newcomer', viewport: DESKTOP });

  test('keeps the navigation while reading announcements and help, at the side or below', async ({ page }) => {
    for (const path of ['/announcements', '/help']) {
      await openInApp(page, path);
      const side = page.locator('nav.side');
      await expect(side.getByRole('link', { name: common.navigation.wallet })).toBeVisible();
      await expect(side.locator('[aria-current=page]')).toHaveAttribute('href', path);
      await page.setViewportSize(PHONE);
      await expect(side).toBeHidden();
      const bar = page.locator('nav.bottom');
      await expect(bar.getByRole('link', { name: common.navigation.home })).toBeVisible();
      await bar.getByRole('button', { name: common.navigation.more }).click();
      await expect(page.locator('#account-menu').getByRole('link', { name: common.navigation.help })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.setViewportSize(DESKTOP);
    }
  });

  test('finds in the account menu who they are: address, UID and code in full, to copy and to be paid by', async ({ page, member }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openInApp(page, '/home');
    await page.locator('[data-account]').click();
    const menu = page.locator('#account-menu');
    for (const [of, name, value] of [
      ['address', common.identity.address, member.user.address],
      ['uid', 'UID', member.user.uid],
      ['referralCode', common.identity.referralCode, member.user.referralCode],
    ] as const) {
      await expect(menu.locator(`[data-identity=${of}]`)).toHaveText(value);
      await menu.getByRole('button', { name: common.identity.copy.replace('{{name}}', name) }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    }
    await menu.getByText(common.identity.receive).click();
    await expect(menu.getByRole('img', { name: common.identity.qr })).toBeVisible();
    await expect(menu.getByRole('link', { name: common.navigation.settings })).toHaveAttribute('href', '/profile/settings');
  });

  test('a member without funds is led to the deposit by the wallet, and by an amount that is too high', async ({ page }) => {
    await openInApp(page, '/wallet');
    const balances = page.getByRole('region', { name: wallet.balances.title });
    await expect(balances.getByRole('link', { name: wallet.balances.deposit })).toHaveCount(3);
    await expect(balances.getByRole('button', { name: wallet.balances.transfer })).toHaveCount(0);
    await openInApp(page, '/staking');
    await page.locator('#stake-amount').fill('500');
    await expect(page.getByRole('link', { name: 'Deposit JUF' })).toHaveAttribute('href', '/wallet#deposit');
    // The list comes to life when it's near.
    await page.getByRole('heading', { name: staking.tiers.title }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: staking.positions.stake })).toHaveAttribute('href', '#new-stake');
    await openInApp(page, '/profile/score');
    await page.locator('#points').fill('10');
    await expect(page.getByRole('link', { name: 'Deposit USDT' })).toHaveAttribute('href', '/wallet#deposit');
    await openInApp(page, '/profile/roles');
    await page.getByRole('button', { name: 'Upgrade to Silver' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Deposit USDT' }).click();
    await expect(page).toHaveURL(/\/wallet#deposit$/);
  });

  test('is led on by every list that is still empty, and an empty filter doesn’t say that nothing exists', async ({ page }) => {
    for (const [path, list, name, href] of [
      ['/treasury', treasury.purchases.title, home.start.buy, '#packages'],
      ['/treasury', swap.insurance.title, home.start.buy, '#packages'],
      ['/swap', swap.insurance.title, swap.insurance.whole, '/treasury#insurance'],
      ['/swap', swap.history.title, swap.form.label, '#swap-in'],
      ['/profile/bonuses', bonuses.log.title, team.invite.title, '/profile/team#invite'],
      ['/profile/score', score.history.title, score.buy.title, '#buy'],
      ['/profile/team', team.members.title, team.invite.title, '#invite'],
    ] as const) {
      if (!page.url().endsWith(path)) await openInApp(page, path);
      const section = page.getByRole('region', { name: list, exact: true });
      await page.getByRole('heading', { name: list, exact: true }).scrollIntoViewIfNeeded();
      await expect(section.getByRole('link', { name, exact: true }), `${path}: ${list}`).toHaveAttribute('href', href);
    }
    const members = page.getByRole('region', { name: team.members.title, exact: true });
    await members.getByRole('radio', { name: team.figures.level.replace('{{level}}', '2'), exact: true }).click();
    await expect(members.getByText(team.members.emptyFilter)).toBeVisible();
    await expect(members.getByText(team.members.empty)).toHaveCount(0);
  });

  test('has the words explained beside them, on every page where they stand', async ({ page }) => {
    for (const [path, section, term] of [
      ['/profile/power', profile.power.made, 'juPower'],
      ['/wallet', wallet.deposit.title, 'vault'],
      ['/swap', swap.form.label, 'impact'],
    ] as const) {
      await openInApp(page, path);
      const region = page.getByRole('region', { name: section, exact: true });
      if (path !== '/swap') await page.getByRole('heading', { name: section, exact: true }).scrollIntoViewIfNeeded();
      else await region.locator('details.terms-fold > summary').click();
      const ask = region.getByRole('button', { name: info.terms.ask.replace('{{term}}', info.terms[term]) });
      await ask.click();
      await expect(page.locator(`#what-${term}`)).toContainText(info.terms[`${term}Text`]);
      await page.keyboard.press('Escape');
      await expect(page.locator(`#what-${term}`)).toBeHidden();
    }
    for (const [path, word, term] of [
      ['/treasury', 'The longer the vesting', 'vesting'],
      ['/treasury', 'your JU power', 'juPower'],
      ['/staking', 'your JU power', 'juPower'],
      ['/staking', 'and turbo', 'turbo'],
      ['/profile/score', 'your JU power', 'juPower'],
      ['/profile/roles', 'adds to your JU power', 'juPower'],
      ['/reserves', 'and the vault', 'vault'],
    ] as const) {
      if (!page.url().endsWith(path)) await openInApp(page, path);
      await expect(page.locator('.page-head > p')).toContainText(`${word} ?`);
      await page.getByRole('button', { name: info.terms.ask.replace('{{term}}', info.terms[term]) }).click();
      await expect(page.locator(`#what-${term}`)).toContainText(info.terms[`${term}Text`]);
      await page.keyboard.press('Escape');
    }
    await openInApp(page, '/swap');
    await page.getByRole('button', { name: swap.terms.settings }).click();
    await page.getByRole('button', { name: info.terms.ask.replace('{{term}}', info.terms.slippage) }).click();
    await expect(page.locator('#what-slippage')).toContainText(info.terms.slippageText);
  });

  test('opens a word’s explanation in place, by keyboard, with a link to the full one', async ({ page }) => {
    await openInApp(page, '/staking');
    const ask = page.getByRole('button', { name: info.terms.ask.replace('{{term}}', info.terms.turbo) });
    const text = page.locator('#what-turbo');
    await expect(text).toBeHidden();
    await ask.press('Enter');
    await expect(text).toContainText(info.terms.turboText);
    await page.keyboard.press('Escape');
    await expect(text).toBeHidden();
    await expect(ask).toBeFocused();
    await ask.click();
    await text.getByRole('link', { name: info.terms.more }).click();
    await expect(page).toHaveURL(/\/how-it-works#term-turbo$/);
    await expect(page.locator('#term-turbo')).toBeInViewport();
  });
});

test.describe('a visitor who is signed out', () => {
  test.use({ viewport: DESKTOP });

  test('reads how to begin, without navigation for members', async ({ page }) => {
    await page.goto('/help');
    await expect(page.locator('nav.side')).toBeHidden();
    await expect(page.locator('nav.bottom')).toBeHidden();
    for (const name of [info.help.ju, info.help.chain, info.help.deposit, info.help.recover, info.help.contact]) {
      await expect(page.getByRole('region', { name })).toBeVisible();
    }
    await expect(page.getByRole('region', { name: info.help.chain })).toContainText(String(productChain.id));
    const contact = page.getByRole('region', { name: info.help.contact });
    await expect(contact.getByRole('link', { name: 'help@jufi.example' })).toHaveAttribute('href', 'mailto:help@jufi.example');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: common.navigation.help })).toBeVisible();
  });
});
