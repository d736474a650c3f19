import home from '../../public/locales/en/home.json' with { type: 'json' };
import wallet from '../../public/locales/en/wallet.json' with { type: 'json' };
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const { portfolio, price, start } = home;

test.use({ signedInAs: 2, hasTouch: true });

test('the actions are below the total, and sending opens its dialog at once', async ({ page }) => {
  await openInApp(page, '/home');
  const acts = page.getByRole('navigation', { name: portfolio.acts });
  await expect(acts.getByRole('link')).toHaveText([start.deposit, wallet.balances.transfer, 'Swap', start.buy]);
  await expect(acts.getByRole('link', { name: start.deposit })).toHaveAttribute('href', '/wallet#deposit');
  await expect(page.getByRole('region', { name: portfolio.title, exact: true })).toContainText(
    /[+−]?US\$\s[\d.,]+ \([+−]?[\d.]+%\)\sin\s24\shours/,
  );
  await acts.getByRole('link', { name: wallet.balances.transfer }).click();
  const dialog = page.getByRole('dialog', { name: wallet.transfer.title });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // A reload doesn't open the dialog again.
  await expect(page).toHaveURL(/\/wallet$/);
});

test('JUF has one price on the page, and the chart is read where the mouse or a finger is', async ({ page, member }) => {
  await openInApp(page, '/home');
  const section = page.getByRole('region', { name: price.title });
  await section.scrollIntoViewIfNeeded();
  const reader = section.getByRole('slider');
  await expect(reader).toHaveAttribute('max', '89');
  const { jufPrice } = await member.api.call(dashboardHome, {});
  const now = formatAmount(fromDecimalString(jufPrice ?? '', 18), { locale: 'en-US', fractionDigits: 4 });
  await expect(reader).toHaveAttribute('aria-valuetext', new RegExp(`: ${now.replace('.', '\\.')}\\s`));
  await expect(
    section
      .locator('.num')
      .filter({ hasText: `${now} USDT` })
      .first(),
  ).toBeVisible();
  const plot = await reader.boundingBox();
  if (!plot) throw new Error('The chart is not drawn');
  const first = (await reader.getAttribute('aria-valuetext')) ?? '';
  await page.mouse.move(plot.x + plot.width / 4, plot.y + plot.height / 2);
  await expect(reader).toHaveValue('22');
  await expect(reader).not.toHaveAttribute('aria-valuetext', first);
  await page.mouse.move(plot.x + plot.width / 4, plot.y - 60);
  await expect(reader).toHaveAttribute('aria-valuetext', first);
  await page.touchscreen.tap(plot.x + plot.width / 2, plot.y + plot.height / 2);
  await expect(reader).toHaveValue(/^4[45]$/);
});

test.describe('with a wallet that was used here', () => {
  test.use({ stored: { 'jufi:wallet': 'org.jufi.development' } });

  test('the portfolio shows JuFi’s balances and, separately, the connected wallet’s', async ({ page }) => {
    await openInApp(page, '/home');
    const section = page.getByRole('region', { name: portfolio.jufi, exact: true });
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('heading')).toHaveText([portfolio.jufi, portfolio.connected]);
    await expect(section.locator('.num').filter({ hasText: /^[\d,.]+\sUSDT$/ })).toHaveCount(2);
    await expect(section.locator('.num').filter({ hasText: /^[\d,.]+\sJU$/ })).toHaveCount(2);
  });
});
