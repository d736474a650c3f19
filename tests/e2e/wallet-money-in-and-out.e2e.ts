import { readFile } from 'node:fs/promises';
import texts from '../../public/locales/en/wallet.json' with { type: 'json' };
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import { walletTransactionList } from '../../src/lib/api/contract/transaction-list.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet, newestOf, walletPage } from './support/wallet-page.ts';

const MEMBER = 10;

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: MEMBER, stored: connectedWallet(MEMBER) });

test('a deposit is sent by the wallet and followed until it is credited', async ({ page, member, wallet }) => {
  const before = await balanceOf(member, 'JU');
  await openInApp(page, '/wallet');
  const deposit = page.getByRole('region', { name: texts.deposit.title, exact: true });
  await deposit.getByRole('radio', { name: 'JU', exact: true }).click();
  await deposit.getByLabel(texts.deposit.amount).fill('1.5');
  await deposit.getByRole('button', { name: 'Deposit 1.5 JU' }).click();
  await wallet.send();
  await expect(deposit.getByRole('listitem')).toContainText('1.50');
  await expect(deposit.getByText(texts.way.credited, { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(siteParts(page).toasts).toContainText(texts.way.credited);
  expect(await balanceOf(member, 'JU')).toBe(before + 15n * 10n ** 17n);
});

test('a payout goes to the member’s own address and is followed until the chain has it', async ({ page, member, wallet }) => {
  const { modal, transferButton, amount, confirm } = walletPage(page);
  const before = await balanceOf(member, 'JU');
  await openInApp(page, '/wallet');
  await transferButton('JU').click();
  await expect(modal.getByRole('radio', { name: 'JU', exact: true })).toBeChecked();
  await modal.getByRole('radio', { name: texts.transfer.chain }).click();
  await expect(modal).toContainText(member.user.address);
  await amount.fill('2');
  await modal.getByRole('button', { name: texts.transfer.nextPayout }).click();
  await expect(modal).toContainText(texts.transfer.flatFee);
  await confirm.click();
  await wallet.signData();
  const receipt = modal.locator('[data-step=done]');
  await expect(receipt).toContainText(actions.follow.receipt.fee);
  await expect(receipt.getByRole('heading')).toHaveText(actions.follow.sendingTitle);
  await expect(receipt).toContainText(texts.transfer.payoutStarted);
  // Meanwhile listed under payouts, and complete once the chain has it.
  await expect(receipt.getByRole('heading')).toHaveText(actions.follow.doneTitle, { timeout: 40_000 });
  await expect(receipt).toContainText(texts.transfer.payoutDone);
  await expect(receipt).not.toContainText(texts.transfer.payoutStarted);
  await modal.getByRole('button', { name: actions.follow.close }).last().click();
  await expect(page.getByText(texts.way.posted, { exact: true })).toBeVisible({ timeout: 40_000 });
  expect((await newestOf(member, 'PAYOUT'))?.status).toBe('POSTED');
  expect(await balanceOf(member, 'JU')).toBe(before - 21n * 10n ** 17n);
});

test('the history is filtered, paged, viewed by hash and exported completely', { tag: '@full' }, async ({ page, member }) => {
  const { totalPage } = await member.api.call(walletTransactionList, { size: 20, walletType: 'USDT' });
  const { totalPage: rows } = await member.api.call(walletTransactionList, { size: 1, walletType: 'USDT' });
  const [newest] = (await member.api.call(walletTransactionList, { size: 1, walletType: 'USDT' })).data;
  // The receipt's link opens its row.
  await openInApp(page, `/wallet/history#${newest?.id ?? ''}`);
  const details = page.locator('#hash-view-modal');
  await expect(details).toContainText(newest?.hash ?? 'no row');
  await expect(details.getByRole('button', { name: texts.hash.print })).toBeVisible();
  // Without a share sheet, sharing copies the text.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await details.getByRole('button', { name: texts.hash.share }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${texts.hash.reference}: ${newest?.id}`);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'USDT', exact: true }).first().click();
  const status = page.getByRole('navigation', { name: common.state.pages.label }).getByRole('status');
  // A list with one page shows no pagination.
  if (totalPage > 1) await expect(status).toHaveText(`Page 1 of ${totalPage}`);
  await expect(page.locator('tbody tr').first()).toContainText('USDT');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.history.csv }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(rows + 1);
  expect(lines[1]).toContain(newest?.hash ?? 'no row');

  await page.locator('tbody tr').first().getByRole('button').click();
  await expect(page.locator('#hash-view-modal')).toContainText(newest?.hash ?? 'no row');
  await page.keyboard.press('Escape');

  if (totalPage > 1) {
    await page.getByRole('button', { name: common.state.pages.older }).click();
    await expect(status).toHaveText(`Page 2 of ${totalPage}`);
  }
  await page.getByLabel(texts.history.from, { exact: true }).fill('2001-01-01');
  await page.getByLabel(texts.history.to, { exact: true }).fill('2001-01-02');
  await expect(page.getByText(texts.history.emptyText)).toBeVisible();
  await page.getByRole('button', { name: texts.history.clear }).first().click();
  await expect(page.locator('tbody tr').first()).toBeVisible();
});
