import type { Page } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { shortenAddress } from '../../src/lib/shorten-address.ts';
import { developmentAccount } from './support/api-member.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { routeUntil } from './support/route-until.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';
import { connectedWallet, loseAnswer, newestOf, walletPage, watchTransfers } from './support/wallet-page.ts';

const SENDER = 8;
const recipient = developmentAccount(9).address;
/** The maximum cost of 20 USDT: 10 basis points. */
const HIGHEST_FEE = 20_000n;

test.describe.configure({ mode: 'default' });
test.use({ signedInAs: SENDER, stored: connectedWallet(SENDER) });

test(
  'a transfer is signed by the wallet as reviewed, and sent once despite a double press',
  { tag: '@quick' },
  async ({ page, member, wallet }) => {
    const { modal, review, confirm, outcome, to, amount, transferButton } = walletPage(page);
    const sent = watchTransfers(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/wallet');
    await review(recipient, '20');
    await expect(modal).toContainText('20.00 USDT');
    await confirm.dblclick();
    await wallet.signData();
    await expect(outcome).toHaveText(actions.follow.doneTitle);
    expect(sent).toHaveLength(1);
    const moved = await newestOf(member, 'TRANSFER');
    expect(moved).toMatchObject({ amount: '20', walletType: 'USDT', direction: 'OUT' });
    await expectReceipt(page, moved?.hash ?? '');
    const after = await balanceOf(member, 'USDT');
    expect(before - after).toBeGreaterThan(20_000_000n);
    expect(before - after).toBeLessThanOrEqual(20_000_000n + HIGHEST_FEE);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    const recent = page.getByRole('region', { name: texts.recent.title });
    await recent.scrollIntoViewIfNeeded();
    await expect(recent.getByRole('row').nth(1)).toContainText('20.00');
    await openInApp(page, '/wallet');
    await transferButton('JUF').click();
    await expect(to).toHaveValue('');
    await expect(amount).toHaveValue('');
  },
);

test('a review asked for while the recipient is looked up isn’t lost: the button says that it waits, and opens it', async ({ page }) => {
  const { modal, confirm, to, amount, transferButton } = walletPage(page);
  const next = modal.getByRole('button', { name: texts.transfer.next });
  const known = Promise.withResolvers<undefined>();
  await page.route(/\/api\/wallet\/transfer\?.*\bto=/, async (route) => {
    await known.promise;
    await route.continue();
  });
  await openInApp(page, '/wallet');
  await transferButton('USDT').click();
  await modal.getByText(actions.amount.free.replace('{{amount}}', '').trim()).waitFor();
  await amount.fill('20');
  await to.fill(recipient);
  await next.click();
  await expect(next).toHaveAttribute('aria-busy', 'true');
  await expect(confirm).toBeHidden();
  known.resolve(undefined);
  await expect(confirm).toBeVisible();
});

test('a transfer abandoned in its review is replaced by the token pressed next', async ({ page }) => {
  const { modal, review, confirm, amount, transferButton } = walletPage(page);
  await openInApp(page, '/wallet');
  await review(recipient, '24');
  await expect(confirm).toBeVisible();
  await page.keyboard.press('Escape');
  await transferButton('JUF').click();
  await expect(confirm).toBeHidden();
  await expect(modal.getByRole('radio', { name: 'JUF' })).toBeChecked();
  await expect(amount).toHaveValue('24');
});

test('a transfer that the wallet declines is not sent, and keeps the input', async ({ page, member, wallet }) => {
  const { modal, review, confirm, amount } = walletPage(page);
  const sent = watchTransfers(page);
  const before = await balanceOf(member, 'USDT');
  await openInApp(page, '/wallet');
  await review(recipient, '21');
  await confirm.click();
  await wallet.decline();
  await expect(modal.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
  await modal.getByRole('button', { name: actions.review.change }).click();
  await expect(amount).toHaveValue('21');
  expect(sent).toHaveLength(0);
  expect(await balanceOf(member, 'USDT')).toBe(before);
});

test('pasted text with invisible characters is read as it looks', async ({ page }) => {
  const { amount, to, review, modal } = walletPage(page);
  await openInApp(page, '/wallet');
  await review(`\u200b${recipient}\u2069`, '\u202d22.5\u202c');
  await expect(modal.locator('.legs')).toContainText('22.50 USDT');
  await modal.getByRole('button', { name: actions.review.change }).click();
  // What was typed stays as it was typed.
  await expect(amount).toHaveValue('\u202d22.5\u202c');
  await expect(to).toHaveValue(`\u200b${recipient}\u2069`);
});

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('a review fits, and its button can be reached at its end', async ({ page, wallet }) => {
    const { modal, review, confirm } = walletPage(page);
    await openInApp(page, '/wallet');
    await review(recipient, '23');
    await modal.locator('.legs').waitFor();
    const room = await modal.evaluate((dialog) => {
      dialog.scrollTop = 0;
      const [leg, foot] = ['.leg', '.dlg-foot'].map((part) => dialog.querySelector(part)?.getBoundingClientRect());
      return leg && foot && foot.top - leg.bottom;
    });
    expect(room).toBeGreaterThanOrEqual(0);
    await confirm.click();
    await wallet.decline();
    await expect(modal.getByRole('alert').filter({ hasText: actions.follow.problems.wallet.USER_REJECTED })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the recipient’s address is shortened in the form, and complete where it is signed', async ({ page }) => {
    const { modal, review, confirm, to, transferButton } = walletPage(page);
    await openInApp(page, '/wallet');
    const address = modal.locator('.to .addr');
    await transferButton('USDT').click();
    await to.fill(recipient);
    await expect(address).toHaveText(shortenAddress(recipient));
    await page.keyboard.press('Escape');
    await review(recipient, '22');
    await expect(confirm).toBeVisible();
    expect((await address.textContent())?.replace(/\s/g, '').toLowerCase()).toBe(recipient.toLowerCase());
    expect(await address.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(304);
    expect(await modal.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test.describe('a lost response', () => {
  test.use({ expectedFaults: [/ERR_CONNECTION_RESET|ERR_ABORTED/] });

  test('is requested with the same key, and again after a reload; the transfer is made once', async ({ page, member, wallet }) => {
    const { modal, review, confirm, outcome, balances } = walletPage(page);
    const sent = watchTransfers(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/wallet');
    await loseAnswer(page);
    await review(recipient, '22');
    await confirm.click();
    await wallet.signData();
    await expect(outcome).toHaveText(actions.follow.unsureTitle);
    await expect(outcome).toHaveText(actions.follow.doneTitle);
    expect(new Set(sent.map((request) => request.headers()['idempotency-key'])).size).toBe(1);
    expect(sent.length).toBeGreaterThan(1);
    await modal.getByRole('button', { name: actions.follow.close }).last().click();

    // In flight when the page is left: its response never arrives.
    await page.route('**/api/wallet/transfer', (route) => route.fetch().then(() => undefined), { times: 1 });
    await review(recipient, '23');
    await confirm.click();
    await wallet.signData();
    await expect.poll(async () => (await newestOf(member, 'TRANSFER'))?.amount).toBe('23');
    await openInApp(page, '/wallet');
    await expect(balances).toBeVisible();
    await page.locator('.balances button').first().click();
    await expect(outcome).toHaveText(actions.follow.doneTitle);
    await expect(modal).toContainText('23 USDT');
    const spent = before - (await balanceOf(member, 'USDT'));
    expect(spent).toBeGreaterThan(45_000_000n);
    expect(spent).toBeLessThanOrEqual(45_000_000n + 3n * HIGHEST_FEE);
  });

  test('in one tab is shown in the other, which sends nothing itself', async ({ page, context, member, wallet }) => {
    const first = walletPage(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/wallet');
    const restore = await routeUntil(page, '**/api/wallet/transfer', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await first.review(recipient, '24');
    await first.confirm.click();
    await wallet.signData();
    await expect(first.outcome).toHaveText(actions.follow.unsureTitle);

    const other = await context.newPage();
    const second = walletPage(other);
    await openInApp(other, '/wallet');
    await expect(second.balances.getByRole('status'))
      .toContainText(texts.balances.open)
      .catch(() => undefined);
    await other.locator('.balances button').first().click();
    await expect(second.outcome).toHaveText(actions.follow.doneTitle);
    await expect(second.modal).toContainText('24 USDT');
    restore();
    await expect(first.outcome).toHaveText(actions.follow.doneTitle, { timeout: 40_000 });
    const spent = before - (await balanceOf(member, 'USDT'));
    expect(spent).toBeLessThanOrEqual(24_000_000n + 2n * HIGHEST_FEE);
  });
});

test.describe('a transfer that can’t be sent', () => {
  test.use({ expectedFaults: [/status of (401|422|400)|ERR_INTERNET_DISCONNECTED/] });

  test('is reported in the form: too much, too little, too many digits, unknown recipient, oneself', async ({ page, member }) => {
    const { transferButton, modal, to, amount, next } = walletPage(page);
    const sent = watchTransfers(page);
    await openInApp(page, '/wallet');
    await transferButton('USDT').click();
    await modal.getByText(actions.amount.free.replace('{{amount}}', '').trim()).waitFor();
    for (const [typed, fault] of [
      ['0.5', 'The smallest amount is 1 USDT.'],
      ['1.2345678', 'USDT allows 6 decimal places'],
      ['9,999,999', 'than you have available'],
    ] as const) {
      await amount.fill(typed);
      await expect(modal.locator('#transfer-amount-fault')).toContainText(fault);
    }
    await to.fill('nobody-is-called-so');
    await expect(modal.locator('#transfer-to-answer')).toContainText(texts.transfer.unknown);
    await to.fill(member.user.uid);
    await expect(modal.locator('#transfer-to-answer')).toContainText(texts.transfer.self);
    await next.dispatchEvent('click');
    await expect(next).toBeVisible();
    expect(sent).toHaveLength(0);
  });

  for (const [how, offMs, says] of [
    ['slow', -3_600_000, texts.transfer.refusals.INTENT_EXPIRED],
    ['fast', 3_600_000, texts.transfer.clockAhead],
  ] as const) {
    test(`from a device whose clock is an hour ${how} is refused by the provider with a reason, and nothing is taken`, async ({
      page,
      member,
      wallet,
    }) => {
      const { modal, review, confirm, outcome, amount } = walletPage(page);
      const before = await balanceOf(member, 'USDT');
      await page.clock.install({ time: new Date(Date.now() + offMs) });
      await page.clock.resume();
      await openInApp(page, '/wallet');
      await review(recipient, '25');
      await confirm.click();
      await wallet.signData();
      await expect(outcome).toHaveText(actions.follow.refusedTitle);
      await expect(modal).toContainText(says);
      await expect(modal).toContainText(actions.follow.nothingTaken);
      await expect(modal).toContainText('Request ');
      await modal.getByRole('button', { name: actions.follow.back }).click();
      await expect(amount).toHaveValue('25');
      expect(await balanceOf(member, 'USDT')).toBe(before);
    });
  }

  test('waits while offline and is sent once when the device is back', async ({ page, context, member, wallet }) => {
    const { modal, review, confirm, outcome } = walletPage(page);
    const sent = watchTransfers(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/wallet');
    await review(recipient, '26');
    await context.setOffline(true);
    await confirm.click();
    await expect(modal.getByRole('alert').filter({ hasText: actions.follow.problems.unreachable })).toBeVisible();
    expect(sent).toHaveLength(0);
    await context.setOffline(false);
    await confirm.click();
    await wallet.signData();
    await expect(outcome).toHaveText(actions.follow.doneTitle);
    expect(sent).toHaveLength(1);
    expect(before - (await balanceOf(member, 'USDT'))).toBeLessThanOrEqual(26_000_000n + 2n * HIGHEST_FEE);
  });

  test('stays in the form when the session ends halfway', async ({ page, context, member, wallet }) => {
    const { review, confirm, amount, transferButton, modal } = walletPage(page);
    const before = await balanceOf(member, 'USDT');
    await openInApp(page, '/wallet');
    await review(recipient, '27');
    const { origins } = await context.storageState();
    expect(origins[0]?.origin).toBe(siteOrigin);
    const restore = await routeUntil(page, '**/api/wallet/transfer', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'Sign in again.', requestId: 'r' } })
        : route.continue(),
    );
    await confirm.click();
    await wallet.signData();
    await page.waitForURL(`${siteOrigin}/`);
    await page.evaluate(
      (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
      sessionValues(member),
    );
    restore();
    await openInApp(page, '/wallet');
    await transferButton('USDT').click();
    await expect(amount).toHaveValue('27');
    await expect(modal.getByRole('button', { name: texts.transfer.next })).toBeVisible();
    expect(await balanceOf(member, 'USDT')).toBe(before);
  });
});

/** What, how much, fee, time and reference; nothing else when printed, and copied if sharing isn't available. */
async function expectReceipt(page: Page, hash: string): Promise<void> {
  const words = actions.follow.receipt;
  const receipt = page.locator('.follow[data-step=done]');
  await expect(receipt).toContainText('20.00 USDT');
  for (const name of [words.fee, words.time, words.reference]) await expect(receipt.getByRole('term').getByText(name)).toBeVisible();
  await expect(receipt.getByTitle(hash)).toBeVisible();
  await expect(receipt.getByRole('link', { name: words.history })).toHaveAttribute('href', /^\/wallet\/history#[0-9a-f-]{36}$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await receipt.getByRole('button', { name: words.share }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${words.reference}: ${hash}`);
  const printed = await receipt.evaluate(async (shown, print) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    window.print = () => resolve(shown.hasAttribute('data-printed'));
    shown.querySelectorAll<HTMLElement>('.receipt-acts button').forEach((button) => button.textContent === print && button.click());
    return promise;
  }, words.print);
  expect(printed).toBe(true);
  // In print, only the receipt is visible.
  await page.emulateMedia({ media: 'print' });
  await receipt.evaluate((shown) => shown.setAttribute('data-printed', ''));
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.locator('main h1')).toBeHidden();
  await receipt.evaluate((shown) => shown.removeAttribute('data-printed'));
  await page.emulateMedia({ media: null });
}
