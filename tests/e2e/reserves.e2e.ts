import { z } from 'zod';
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { expect, test } from './support/test.ts';

const amount = z.string();
const token = z.object({
  vault: amount,
  ledger: z.object({ owedInAll: amount, owed: z.record(z.string(), amount), notMinted: amount, uncoveredLoss: amount }),
});
const reserves = z.object({ isCovered: z.literal(true), tokens: z.object({ JU: token, JUF: token, USDT: token }) });

test('/reserves.json states each token’s debt, and that the vault covers it', async ({ request }) => {
  const response = await request.get('/reserves.json');
  expect(response.headers()['content-type']).toContain('application/json');
  const { tokens } = reserves.parse(await response.json());
  for (const [name, { vault, ledger }] of Object.entries(tokens)) {
    const units = (text: string): bigint => fromDecimalString(text, name === 'USDT' ? 6 : 18);
    expect(units(vault) + units(ledger.notMinted), name).toBeGreaterThanOrEqual(units(ledger.owedInAll));
    expect(units(ledger.owed['members'] ?? '0'), name).toBeGreaterThan(0n);
    expect(Object.values(ledger.owed).reduce((sum, each) => sum + units(each), 0n)).toBe(units(ledger.owedInAll));
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an amount shows the digits that matter, and all of them in its title', async ({ page, request }) => {
    // Other tests move money between the two readings.
    await expect(async () => {
      const { tokens } = reserves.parse(await (await request.get('/reserves.json')).json());
      await page.goto('/reserves');
      const figures = await page
        .locator('main .num[title]')
        .evaluateAll((all) => all.map((figure) => ({ shown: figure.textContent, exact: figure.getAttribute('title') ?? '' })));
      expect(figures.length).toBeGreaterThan(20);
      for (const { shown } of figures) expect(shown).toMatch(/^<?[\d,]+(\.\d{2}|\.0\d{2,7})?\u00a0(JUF?|USDT)$/);
      const { JUF } = tokens;
      const exact = figures.map((figure) => figure.exact.replaceAll(',', ''));
      // What is owed to members stands apart from pools and our own funds.
      const { owed } = JUF.ledger;
      const owedToMembers = ['members', 'promised', 'arriving'].reduce((sum, part) => sum + fromDecimalString(owed[part] ?? '0', 18), 0n);
      await expect(
        page
          .getByRole('region', { name: 'JUF', exact: true })
          .locator('.sum')
          .filter({ hasText: 'Owed to members' })
          .locator('.num[title]'),
      ).toHaveAttribute('title', `${formatAmount(owedToMembers, { locale: 'en-US' })} JUF`, { timeout: 100 });
      for (const amount of [JUF.vault, JUF.ledger.owedInAll, JUF.ledger.notMinted]) expect(exact).toContain(`${amount} JUF`);
    }).toPass({ timeout: 30_000 });
  });
});

test('an address that needs two lines is broken in its middle', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/official');
  const widths = await page
    .locator('dd code', { hasText: /^0x[0-9a-fA-F]{40}$/ })
    .evaluateAll((all) => all.map((code) => Array.from(code.getClientRects(), ({ width }) => width)));
  const broken = widths.filter((lines) => lines.length > 1);
  expect(broken.length).toBeGreaterThan(0);
  for (const lines of broken) expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.7);
});

test('the published root wraps on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/reserves');
  await expect(page.locator('code', { hasText: /^0x[0-9a-f]{64}$/ }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
