import { languages } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { holdRest } from './support/hold-rest.ts';
import { sampled } from './support/sampled.ts';
import { expect, test } from './support/test.ts';
import { noteWhatMoves, whatMoved } from './support/what-moves.ts';

for (const [{ code }, width] of sampled(languages, [360, 960, 1440])) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, expectedFaults: [/\.woff2\)$/] });

    test(`${localePath(code, '/')} shows its first words before anything else, and nothing shifts afterwards`, async ({ page }) => {
      // A font that loads moves letters; this test is about what comes after the first paint.
      await page.route('**/*.woff2', (route) => route.abort());
      await noteWhatMoves(page);
      const release = await holdRest(page);
      await page.goto(localePath(code, '/'), { waitUntil: 'commit' });
      await expect.poll(() => page.evaluate(wasPainted)).toBe(true);
      await expect(page.locator('.hero-act button')).toBeVisible();
      await expect(page.locator('.statement')).toHaveCount(0);
      release();
      await expect(page.locator('.statement dl')).toBeVisible();
      await page.waitForLoadState('load');
      await page.evaluate(nextFrame);
      expect(await whatMoved(page)).toEqual([]);
    });
  });
}

function wasPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0;
}

/** A layout shift is reported after the frame that caused it. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
