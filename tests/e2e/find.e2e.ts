import common from '../../public/locales/en/common.json' with { type: 'json' };
import find from '../../public/locales/en/find.json' with { type: 'json' };
import info from '../../public/locales/en/info.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import { walletTransactionList } from '../../src/lib/api/contract/transaction-list.ts';
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { developmentAccount, signInByApi } from './support/api-member.ts';
import { expect, test } from './support/test.ts';

// Who isn't found is an answer with 422.
test.use({ signedInAs: 5, expectedFaults: [/status of 422/] });

test('anything is found by keyboard: pages, acts, help, a transaction by its reference or hash, a member by their UID', async ({
  page,
  member,
}) => {
  await openInApp(page, '/home');
  const finder = page.getByRole('dialog', { name: find.title });
  const field = finder.getByRole('combobox', { name: find.label });
  const options = finder.getByRole('option');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.fill('jui');
  await expect(finder.getByRole('status')).toHaveText(find.none);
  await field.fill('membership');
  await expect(options).toHaveText([
    common.navigation.membership,
    common.navigation.roles,
    common.navigation.score,
    common.navigation.power,
    find.uid.replace('{{uid}}', 'membership'),
  ]);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(2).getAttribute('id')) ?? '');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/profile\/score$/);

  await page.keyboard.press('ControlOrMeta+k');
  await field.fill(info.help.recover);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/help#recover$/);

  const { data } = await member.api.call(walletTransactionList, { page: 1, size: 1 });
  const [row] = data;
  if (!row) throw new Error('no transaction');
  await openInApp(page, '/home');
  await page.keyboard.press('/');
  await field.fill(row.hash);
  await field.press('Enter');
  await expect(options).toHaveText([find.reference.replace('{{reference}}', row.id)]);
  await field.fill(row.id);
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/wallet/history#${row.id}$`));
  await expect(page.locator('#hash-view-modal')).toBeVisible();
  await page.keyboard.press('Escape');

  const other = await signInByApi(developmentAccount(6));
  await page.keyboard.press('/');
  await field.fill('nobody000');
  await field.press('Enter');
  await expect(finder.getByRole('status')).toHaveText(find.noMember);
  await field.fill(other.user.uid);
  await field.press('Enter');
  await expect(options).toContainText([find.sendTo.replace('{{name}}', other.user.username)]);
  await expect(options).not.toContainText(other.user.address);
  await field.press('Enter');
  await expect(page.locator('#transfer-modal')).toBeVisible();
  await expect(page.locator('#transfer-modal').getByRole('textbox').first()).toHaveValue(other.user.uid);
});

test('what is on the page itself opens there, as often as it is chosen', async ({ page }) => {
  await openInApp(page, '/wallet');
  const finder = page.getByRole('dialog', { name: find.title });
  const field = finder.getByRole('combobox', { name: find.label });
  const form = page.locator('#transfer-modal');
  const { loader } = siteParts(page);
  const choose = async (name: string): Promise<void> => {
    await page.keyboard.press('/');
    await field.fill(name);
    await finder.getByRole('group', { name: find.groups.act }).getByRole('option', { name, exact: true }).click();
    await expect(finder).toHaveCount(0);
  };
  for (let time = 0; time < 2; time += 1) {
    await choose(find.acts.send);
    await expect(form).toBeVisible();
    await expect(loader).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  }
  await choose(find.acts.deposit);
  await expect(page).toHaveURL(/#deposit$/);
  await expect(page.locator('#deposit')).toBeInViewport();
  await expect(loader).toBeHidden();
});

test('no key does anything while somebody types or a dialog is open, and single keys can be turned off', async ({ page }) => {
  await openInApp(page, '/wallet/history');
  const finder = page.getByRole('dialog', { name: find.title });
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: find.keys.title });
  await expect(keys).toContainText(find.keys.amounts);
  await page.keyboard.press('/');
  await expect(finder).toHaveCount(0);
  await keys.getByRole('link', { name: find.keys.settings }).click();
  await expect(page).toHaveURL(/\/profile\/settings#single-keys$/);
  const off = page.locator('input[name=single-keys][value=off]');
  await expect(off).toBeEnabled();
  await off.check({ force: true });
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(finder).toBeVisible();
  await expect(keys).toHaveCount(0);
});

test('amounts are hidden by a key, from screen readers too, before the next page is drawn, and come back by a tap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openInApp(page, '/home');
  const total = page.locator('section[aria-labelledby=portfolio] .figure [data-amount]');
  await expect(total).toBeVisible();
  await page.keyboard.press('h');
  await expect(total).toBeHidden();
  await expect(siteParts(page).toasts).toContainText(session.shell.amountsHidden);
  for (const path of ['/home', '/wallet', '/staking', '/treasury', '/profile/bonuses'] as const) {
    await openInApp(page, path);
    // Before any script of the page's own has run.
    await expect(page.locator('html')).toHaveAttribute('data-amounts', 'hidden');
    await expect(page.locator('main [data-amount]').first()).toBeAttached();
    await expect.poll(() => page.evaluate(shownAmounts), path).toEqual([]);
  }
  await page.locator('nav.bottom').getByRole('button', { name: common.navigation.more }).click();
  await page.locator('#account-menu').getByRole('button', { name: common.amounts }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-amounts', 'hidden');
});

/** Amounts that can be read, other than those that everybody sees, or that are typed or confirmed. */
function shownAmounts(): string[] {
  const stays =
    '.sec-head, form, dialog, .bench, .packages, .supply, [aria-labelledby=price], [aria-labelledby=service], [aria-labelledby=tiers], [aria-labelledby=reward-pool]';
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest(stays) || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const text = node.textContent ?? '';
    if (/\d[\d.,]*\s?(JUF?|USDT)\b|US\$\s?\d/.test(text)) found.push(text);
  }
  return found;
}

test.describe('signed out', () => {
  test.use({ signedInAs: 'nobody' });

  test('a key pressed before the scripts are there is kept, and finds what everybody may read', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('/');
    const finder = page.getByRole('dialog', { name: find.title });
    await expect(finder.getByRole('combobox')).toBeFocused();
    await expect(finder.getByRole('option', { name: common.navigation.wallet, exact: true })).toHaveCount(0);
    await finder.getByRole('option', { name: common.navigation.reserves, exact: true }).click();
    await expect(page).toHaveURL(/\/reserves$/);
  });
});
