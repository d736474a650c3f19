import { z } from 'zod';
import { fromDecimalString } from '../../src/lib/amount.ts';
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

test('the published root wraps on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/reserves');
  await expect(page.locator('code', { hasText: /^0x[0-9a-f]{64}$/ }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
