import type { Page } from '@playwright/test';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { isWhole } from './support/sampled.ts';
import { expect, test } from './support/test.ts';
import { PAYLOADS, withPayloads } from './support/with-payloads.ts';

const MEMBER_PAGES = [
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
  '/profile/power',
  '/profile/settings',
] as const;
const PAGES = [...MEMBER_PAGES, '/', '/announcements'] as const;
const FIELDS = 'input:is([type=text], [type=search], :not([type])), textarea';
/** Buttons tried per page: rows of a table have the same ones. */
const MOST_BUTTONS = 14;

/** Every response of the provider is an attack, refusals included. */
async function tellPayloads(page: Page): Promise<{ told: number }> {
  const count = { told: 0 };
  await page.route('**/api/**', async (route) => {
    const method = route.request().method();
    const [message, requestId] = PAYLOADS;
    if (method !== 'GET') return route.fulfill({ status: 422, json: { code: 'VALIDATION_FAILED', message, requestId } });
    const response = await route.fetch();
    const path = new URL(route.request().url()).pathname.replace(/^\/api/, '');
    const told = withPayloads(method, path, await response.json());
    count.told += told.count;
    return route.fulfill({ response, json: told.answer });
  });
  return count;
}

/** Runs in the page: what of the attempts became markup. */
function found(): string[] {
  return [...document.querySelectorAll('img[src="x"], svg[onload], [onfocus], [onerror]')].map(({ outerHTML }) => outerHTML);
}

async function fillFields(page: Page, within: string): Promise<void> {
  for (const field of await page.locator(`${within} :is(${FIELDS}):visible`).all())
    if (await field.isEditable()) await field.fill(PAYLOADS[1]);
}

// Without the policy nothing but the pages themselves is in the way of a payload.
for (const bypassCSP of isWhole ? [false, true] : [true]) {
  test.describe(bypassCSP ? 'without the security policy' : 'with the security policy', () => {
    test.use({ signedInAs: 4, bypassCSP, expectedFaults: [/status of 4(04|22)/] });

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
        await fillFields(page, 'body');
        expect(await page.evaluate(found), path).toEqual([]);
        await expect(page.locator('main .state[role=alert]'), `${path} shows what it was told`).toHaveCount(0);
        shown += (await page.locator('body').innerText()).split(/onerror=ran|onload=ran|onfocus=ran|<script>ran/).length - 1;
      }
      expect(ran).toEqual([]);
      expect(count.told).toBeGreaterThan(100);
      expect(shown).toBeGreaterThan(15);
    });

    for (const path of isWhole ? MEMBER_PAGES : ([] as const)) {
      test(`texts of answers, refusals and fields stay texts behind every button of ${path}`, async ({ page }) => {
        const ran: string[] = [];
        await page.exposeFunction('ran', () => ran.push(page.url()));
        await tellPayloads(page);
        await openInApp(page, path);
        await page.waitForLoadState('networkidle');
        const buttons = page.locator('main button:enabled:visible');
        for (let index = 0; index < Math.min(MOST_BUTTONS, await buttons.count()); index += 1) {
          await buttons.nth(index).evaluate((button: HTMLButtonElement) => button.click());
          await fillFields(page, 'dialog[open]');
          await page.locator('dialog[open] .dlg-foot .btn-primary').evaluateAll((acts: HTMLButtonElement[]) => {
            for (const act of acts) act.click();
          });
          await page.waitForLoadState('networkidle');
          expect(await page.evaluate(found)).toEqual([]);
          await page.keyboard.press('Escape');
          if (page.url().split(/[?#]/)[0] !== siteOrigin + path) await openInApp(page, path);
        }
        expect(ran).toEqual([]);
      });
    }
  });
}
