import { getAddress, parseEther } from 'viem';
import { z } from 'zod';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import wallet from '../../public/locales/en/wallet.json' with { type: 'json' };
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { interpolate } from '../../src/lib/i18n/interpolate.ts';
import { activityPage } from '../../src/islands/list/activity-page.ts';
import { openInApp } from './support/navigation.ts';
import { chainClient } from './support/server-chain.ts';
import { expect, test } from './support/test.ts';

const { start, price, history } = home;

test.describe('a member who has nothing yet', () => {
  test.use({ signedInAs: 'newcomer' });

  test('is led to their own address first, and told what each later step needs', async ({ page, member }) => {
    await openInApp(page, '/home');
    const steps = page.getByRole('region', { name: start.title });
    await expect(steps.getByRole('listitem')).toHaveCount(4);
    await expect(steps.getByText(start.waitsForWallet)).toBeVisible();
    await expect(steps.getByText(start.done, { exact: true })).toHaveCount(0);
    for (const step of await steps.locator('.what').all()) expect((await step.boundingBox())?.width).toBeGreaterThan(200);
    const activity = page.getByRole('region', { name: home.activity.title });
    // It is hidden until what stands above it has its height.
    await page.getByRole('heading', { name: home.service.title }).scrollIntoViewIfNeeded();
    await expect(activity.getByRole('link', { name: start.deposit })).toHaveAttribute('href', '/wallet#deposit');
    const past = page.getByRole('region', { name: history.title });
    await past.scrollIntoViewIfNeeded();
    await expect(past).toContainText(history.none);
    const needs = (amount: string, token: string): string => interpolate(start.waitsForBalance, { amount, token });
    await expect(steps).toContainText(needs('10', 'USDT'));
    await expect(steps).toContainText(interpolate(start.waitsForJuf, { amount: '100' }));
    // What can't be done yet has no button: nor has a swap, while there is nothing to swap.
    await expect(steps.getByRole('link')).toHaveText([start.getAct, start.compare]);
    await expect(steps.getByRole('link', { name: start.compare })).toHaveAttribute('href', '#ways');
    await steps.getByRole('link', { name: start.getAct }).click();
    await expect(page).toHaveURL(/\/wallet#get$/);

    const ways = page.getByRole('region', { name: wallet.get.title });
    await expect(ways.locator('.vault .num')).toHaveText(member.user.address);
    await ways.getByText(wallet.deposit.showQr).click();
    await expect(ways.getByRole('img', { name: wallet.get.qr })).toBeVisible();
    await expect(ways.getByRole('link', { name: wallet.get.bridge })).toHaveAttribute('href', /to=0x[0-9a-f]{40}$/i);
    await expect(ways.getByRole('link', { name: wallet.get.card })).toHaveCount(0);
    // The exchange is told what the wallet lacks for the deposit that was typed.
    const form = page.getByRole('region', { name: wallet.deposit.title, exact: true });
    await form.getByLabel(wallet.deposit.amount).fill('60');
    await expect(form.getByText(interpolate(actions.amount.nothingFree, { token: 'USDT' }))).toBeVisible();
    await expect(form.getByRole('link', { name: actions.amount.get }).first()).toHaveAttribute('href', '/wallet#get');
    const exchange = 'https://exchange.example/buy?coin=USDT&amount=60';
    await expect(ways.getByRole('link', { name: wallet.get.exchange })).toHaveAttribute('href', exchange);
  });

  test('with something in the wallet, is offered a swap while there is nothing to stake', async ({ page, member }) => {
    await chainClient.test.setBalance({ address: getAddress(member.user.address), value: parseEther('1') });
    await openInApp(page, '/home');
    const steps = page.getByRole('region', { name: start.title });
    await expect(steps.getByText(start.done, { exact: true })).toHaveCount(1);
    await expect(steps.getByRole('link')).toHaveText([start.depositAct, start.swapAct, start.compare]);
    await expect(steps.getByRole('link', { name: start.swapAct })).toHaveAttribute('href', '/swap');
  });
});

test.describe('a member who staked long ago', () => {
  test.use({ signedInAs: 2 });

  test.describe('with a provider that has no hourly prices', () => {
    test.use({ expectedFaults: [/404 \(Not Found\).*jufPriceByHour/] });

    test('learns that, and the other ranges remain', async ({ page }) => {
      await page.route('**/api/dashboard/jufPriceByHour', (route) =>
        route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Unknown' } }),
      );
      await openInApp(page, '/home');
      const section = page.getByRole('region', { name: price.title });
      await section.scrollIntoViewIfNeeded();
      await section.getByRole('radio', { name: '1 day', exact: true }).click();
      await expect(section).toContainText(price.hours.missing);
      await expect(page.locator('.toast')).toHaveCount(0);
      await section.getByRole('radio', { name: '30 days', exact: true }).click();
      await expect(section.getByRole('slider')).toHaveAttribute('max', '30');
    });
  });

  test('sees what they owned over 7, 30, 90 or all days, up to now', async ({ page }) => {
    // Returns accrue and prices move: what counts is what the page itself read last.
    let read = '';
    page.on('response', async (response) => {
      if (!response.url().endsWith(`/api${dashboardHome.path}`)) return;
      const { data } = z.object({ data: z.object({ portfolio: z.object({ totalUsd: z.string() }) }) }).parse(await response.json());
      read = formatAmount(fromDecimalString(data.portfolio.totalUsd, 6), { locale: 'en-US', fractionDigits: 2, decimals: 6 });
    });
    await openInApp(page, '/home');
    const section = page.getByRole('region', { name: history.title });
    await section.scrollIntoViewIfNeeded();
    const reader = section.getByRole('slider');
    await expect(reader).toHaveAttribute('max', '90');
    const isNow = (text: string | null): boolean => read !== '' && (text ?? '').endsWith(read);
    for (const [range, most] of [
      ['7 days', '7'],
      ['30 days', '30'],
    ] as const) {
      await section.getByRole('radio', { name: range, exact: true }).click();
      await expect(reader).toHaveAttribute('max', most);
      await expect.poll(async () => isNow(await reader.getAttribute('aria-valuetext'))).toBe(true);
    }
    await section.getByRole('radio', { name: history.all, exact: true }).click();
    await expect.poll(async () => Number(await reader.getAttribute('max'))).toBeGreaterThan(90);
    await section.getByText(history.table).click();
    await expect.poll(() => section.getByRole('row').last().textContent()).toContain(read);
    const today = await reader.getAttribute('aria-valuetext');
    await reader.press('ArrowLeft');
    await expect(reader).not.toHaveAttribute('aria-valuetext', today ?? '');
  });

  test('sees no first steps, and the price over 1, 7, 30 or 90 days', async ({ page, member }) => {
    await openInApp(page, '/home');
    const section = page.getByRole('region', { name: price.title });
    await section.scrollIntoViewIfNeeded();
    const reader = section.getByRole('slider');
    await expect(reader).toHaveAttribute('max', '89');
    await expect(page.getByRole('region', { name: start.title })).toHaveCount(0);
    const now = await reader.getAttribute('aria-valuetext');
    for (const days of [7, 30]) {
      await section.getByRole('radio', { name: `${days} days`, exact: true }).click();
      await expect(reader).toHaveAttribute('max', String(days));
      await expect(section).toContainText(price.change.replace('{{days}}', `${days} days`));
      expect(await reader.getAttribute('aria-valuetext')).toBe(now);
    }
    // The last two readings, today's average and the price now, may be the same.
    await reader.press('Home');
    await expect(reader).not.toHaveAttribute('aria-valuetext', now ?? '');

    await section.getByRole('radio', { name: '1 day', exact: true }).click();
    await expect(reader).toHaveAttribute('max', '24');
    await expect(section).toContainText(price.hours.note);
    await expect(reader).toHaveAttribute('aria-valuetext', /\d\d:\d\d: \d/);
    await section.getByText(price.table).click();
    await expect(section.getByRole('columnheader')).toHaveText([price.hours.until, price.hours.average]);
    await expect(section.getByRole('row')).toHaveCount(26);

    // Each movement names the other side, and opens its details.
    const rows = page.getByRole('region', { name: home.activity.title }).getByRole('rowheader').getByRole('button');
    await page.getByRole('heading', { name: home.service.title }).scrollIntoViewIfNeeded();
    const { activity = [] } = await member.api.call(dashboardHome, {});
    await expect(rows).toHaveCount(activity.length);
    for (const [index, { counterparty }] of activity.entries()) {
      if (counterparty && 'username' in counterparty) await expect(rows.nth(index)).toContainText(counterparty.username);
    }
    const [newest] = activity;
    if (!newest) throw new Error('The member has no activity');
    await rows.first().click();
    const dialog = page.getByRole('dialog', { name: wallet.hash.title });
    await expect(dialog.getByText(newest.id)).toBeVisible();
    await expect(dialog.getByText(/\d\d:\d\d\sUTC/)).toBeVisible();
    await expect(dialog.getByRole('link', { name: wallet.hash.related })).toHaveAttribute('href', activityPage(newest.kind));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: wallet.hash.share }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${wallet.hash.reference}: ${newest.id}`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('main')).toBeHidden();
    await expect(dialog.getByText(newest.id)).toBeVisible();
  });
});
