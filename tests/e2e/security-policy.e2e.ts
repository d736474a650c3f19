import type { Page } from '@playwright/test';
import { languages } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import budgets from './page-budgets.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { isWhole, sampled } from './support/sampled.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** The violations of the security policy. */
    refused: string[];
  }
}

/** All that there are: `script-weight.e2e.ts` holds them to the sources. */
const PAGES = Object.entries(budgets);
const EVERYBODYS = PAGES.filter(([, { access }]) => access === 'everybody').map(([path]) => path);
const MEMBERS = PAGES.filter(([, { access }]) => access === 'member').map(([path]) => path);

for (const [who, signedInAs, paths] of [
  ['nobody', 'nobody', EVERYBODYS],
  ['a member', 4, isWhole ? [...EVERYBODYS, ...MEMBERS] : MEMBERS],
] as const) {
  test.describe(`as ${who} reads them`, () => {
    test.use({ signedInAs, expectedFaults: [/status of 404/], viewport: { width: 1280, height: 1_600 } });

    test(`none of ${paths.length} pages does anything that its security policy refuses`, async ({ page }) => {
      test.setTimeout(isWhole ? 900_000 : 120_000);
      await noteRefusals(page);
      for (const [path, { code }] of sampled(paths, languages)) {
        await openInApp(page, localePath(code, path));
        while (await page.evaluate(scrollOn));
        await expect(page.locator('main astro-island[ssr]:has(> :not(template))')).toHaveCount(0);
        // The shell's scripts come with the first act.
        await siteParts(page).languageButton.click();
        await expect(siteParts(page).languageMenu).toBeVisible();
        await expect(page.locator('main .sk')).toHaveCount(0);
        expect(await page.evaluate(() => window.refused), localePath(code, path)).toEqual([]);
      }
    });
  });
}

test.describe('a page that would', () => {
  test.use({ expectedFaults: [/security policy|TrustedHTML/i] });

  test('is noticed', async ({ page }) => {
    await noteRefusals(page);
    await page.goto('/privacy');
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(() => page.evaluate(() => window.refused)).toEqual([expect.stringContaining('style-src-attr')]);
  });
});

async function noteRefusals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      window.refused.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
}

/** Scrolls a screen further; returns false at the end. */
function scrollOn(): boolean {
  const before = scrollY;
  scrollBy({ top: innerHeight, behavior: 'instant' });
  return scrollY > before;
}
