import home from '../../public/locales/en/home.json' with { type: 'json' };
import notices from '../../public/locales/en/notices.json' with { type: 'json' };
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { outlook } from '../../src/lib/api/contract/outlook.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const { claims, claimAll, coming, month } = home;

test.use({ signedInAs: 1 });

test('Home says what this month brought, what comes next, and what waits, by worth', async ({ page, member }) => {
  await openInApp(page, '/home');
  const told = await member.api.call(outlook, {});
  const { claimable } = await member.api.call(dashboardHome, {});
  const earned = page.getByRole('region', { name: month.title });
  await earned.scrollIntoViewIfNeeded();
  const kinds = { RETURNS: claims.roi, TURBO: month.turbo, BONUSES: claims.bonus, PRIVILEGES: claims.privilege, DISCOUNT: month.discount };
  expect(told.month.earned.length).toBeGreaterThan(1);
  await expect(earned.locator('dt')).toHaveText([
    ...told.month.earned.map(({ kind }) => kinds[kind]),
    ...[month.earned, month.price, month.total],
  ]);
  await expect(earned.locator('.sum')).toContainText([/[+−]?US\$\s[\d,.]+/, /[+−]?US\$\s[\d,.]+/]);
  // What is shown adds up to what is shown as the sum.
  const shown = (await earned.locator('dd > span').allTextContents()).map((text) =>
    Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100),
  );
  const [parts, [sum, price, total]] = [shown.slice(0, -3), shown.slice(-3)];
  expect(parts.reduce((all, part) => all + part, 0)).toBe(sum);
  expect((sum ?? 0) + (price ?? 0)).toBe(total);

  const next = page.getByRole('region', { name: coming.title });
  const named = {
    MATURES: notices.calendar.matured,
    VESTED: notices.calendar.vested,
    // Other tests claim this one, too.
    PRIVILEGE: claimable?.privilege.claimable ? coming.lapses.replace('{{what}}', claims.privilege) : notices.calendar.privilege,
    VOTE_ENDS: notices.calendar.vote.replace('{{title}}', ''),
  };
  for (const kind of new Set(told.coming.map((each) => each.kind))) {
    await expect(next.getByRole('link', { name: named[kind] }).first()).toBeVisible();
  }
  const lapsing = next.getByRole('link', { name: coming.lapses.replace('{{what}}', claims.score) });
  await expect(lapsing).toHaveAttribute('href', '/home#claims');

  // The stake that has matured waits among the claims, and all of those have one button with their sum.
  const due = page.getByRole('region', { name: claims.title });
  const matured = formatAmount(fromDecimalString(told.matured?.amount ?? ''), { locale: 'en-GB', fractionDigits: 2 });
  await expect(due.getByRole('listitem').filter({ hasText: claims.matured })).toContainText(matured);
  await expect(due.locator('.btn-primary')).toHaveText(/^Claim all, about US\$\s[\d,.]+$/);
  // USDT are dollars: only what isn't has its worth beside it.
  const amounts = await due.locator('.amt').allTextContents();
  const dollars = amounts.map((text) =>
    Number(/(?:US\$\s([\d,.]+)|([\d,.]+)\sUSDT)/.exec(text)?.slice(1).join('').replace(/,/g, '') ?? '0'),
  );
  expect(dollars).toEqual(dollars.toSorted((a, b) => b - a));
  expect(await due.getByRole('button').first().textContent()).toContain(claimAll.button);
});

test.describe('with a provider that lacks the call', () => {
  test.use({ expectedFaults: [/404 \(Not Found\).*outlook/] });

  test('the claims stand by themselves', async ({ page }) => {
    await page.route('**/api/dashboard/outlook', (route) =>
      route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Unknown' } }),
    );
    await openInApp(page, '/home');
    await expect(page.getByRole('region', { name: claims.title }).getByRole('button').first()).toBeVisible();
    await expect(page.getByRole('region', { name: month.title })).toHaveCount(0);
    await expect(page.locator('.toast')).toHaveCount(0);
  });
});
