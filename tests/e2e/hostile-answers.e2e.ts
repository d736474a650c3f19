import type { Page } from '@playwright/test';
import { openInApp } from './support/navigation.ts';
import { isWhole } from './support/sampled.ts';
import { expect, test } from './support/test.ts';

/** Short enough for a name or a remark; each would run in another place of the markup. */
const PAYLOADS = ['<img src=x onerror=ran()>', '"><svg/onload=ran()>', "'onfocus=ran() autofocus='", '</script><script>ran()'] as const;

const PAGES = [
  '/home',
  '/wallet',
  '/wallet/history',
  '/treasury',
  '/staking',
  '/swap',
  '/profile',
  '/profile/team',
  '/profile/bonuses',
  '/profile/roles',
  '/profile/score',
  '/',
  '/announcements',
] as const;

/** Each with what opens a dialog on it. */
const DIALOGS = [
  ['/wallet', '.balances button'],
  ['/treasury', '.packages .act button'],
  ['/profile', '.identity button, section button.btn-secondary'],
  ['/profile/roles', '.roles .act button'],
] as const;

/** What the pages compute with, rather than show as it is: amounts, times, ids, addresses, codes, languages. */
const STRICT =
  /^(-?\d+(\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d|[0-9a-f-]{36}|0x[0-9a-fA-F]*|[A-Z][A-Z_0-9]*|[a-z]{2}|https?:.*|)$/;
const ALWAYS_TEXT = new Set(['username', 'name', 'remark', 'title', 'summary', 'question', 'text', 'body', 'message']);

/** Every text of an answer becomes an attempt to run a script. */
function withPayloads(value: unknown, key: string, count: { told: number }): unknown {
  if (typeof value === 'string') {
    if (!ALWAYS_TEXT.has(key) && STRICT.test(value)) return value;
    count.told += 1;
    return PAYLOADS[count.told % PAYLOADS.length];
  }
  if (Array.isArray(value)) return value.map((entry) => withPayloads(entry, key, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPayloads(inner, name, count)]));
}

async function tellPayloads(page: Page): Promise<{ told: number }> {
  const count = { told: 0 };
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: withPayloads(answer, '', count) });
  });
  return count;
}

/** What of the attempts became markup. */
function found(): string[] {
  return [...document.querySelectorAll('img[src="x"], svg[onload], [onfocus], [onerror]')].map(({ outerHTML }) => outerHTML);
}

for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? 'without the security policy' : 'with the security policy', () => {
    test.use({ signedInAs: 4, bypassCSP, expectedFaults: [/status of 404/] });

    test('texts of answers, addresses and fields stay texts on every page', async ({ page }) => {
      const ran: string[] = [];
      await page.exposeFunction('ran', () => ran.push(page.url()));
      const count = await tellPayloads(page);
      let shown = 0;
      for (const path of PAGES) {
        const payload = encodeURIComponent(PAYLOADS[0]);
        await openInApp(page, `${path}?page=${payload}&search=${payload}&referralCode=${payload}#${payload}`);
        await page.locator('main').waitFor();
        await page.waitForLoadState('networkidle');
        for (const field of await page.locator('input:is([type=text], [type=search], :not([type])), textarea').all()) {
          if (!(await field.isEditable()) || !(await field.isVisible())) continue;
          await field.fill(PAYLOADS[1]);
        }
        expect(await page.evaluate(found), path).toEqual([]);
        shown += (await page.locator('body').innerText()).split('onerror=ran').length - 1;
      }
      expect(ran).toEqual([]);
      expect(count.told).toBeGreaterThan(20);
      expect(shown).toBeGreaterThan(0);
    });

    test('texts of answers and fields stay texts in dialogs', async ({ page }) => {
      test.skip(!isWhole, 'part of the sweep');
      const ran: string[] = [];
      await page.exposeFunction('ran', () => ran.push(page.url()));
      await tellPayloads(page);
      for (const [path, opener] of DIALOGS) {
        await openInApp(page, path);
        const button = page.locator('main').locator(opener).first();
        await button.scrollIntoViewIfNeeded();
        await expect(button).toBeEnabled();
        await button.click();
        const dialog = page.locator('dialog[open]');
        await expect(dialog.getByRole('heading').first(), path).toBeVisible();
        for (const field of await dialog.locator('input:is([type=text], :not([type])), textarea').all()) {
          if ((await field.isVisible()) && (await field.isEditable())) await field.fill(PAYLOADS[1]);
        }
        expect(await page.evaluate(found), path).toEqual([]);
      }
      expect(ran).toEqual([]);
    });
  });
}
