import { openInApp } from './support/navigation.ts';
import { sampled } from './support/sampled.ts';
import { expect, test } from './support/test.ts';
import { noteWhatMoves, whatMoved } from './support/what-moves.ts';
import { asleepInView } from './support/asleep-in-view.ts';

/** The tightest layout: times include a zone with a long name. */
const SCREENS = [
  [360, 'Asia/Kolkata'],
  [1440, 'UTC'],
] as const;
const PAGES = [
  '/home',
  '/wallet',
  '/wallet/history',
  '/wallet/year',
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

// No file that runs at the same time changes what this account has.
test.use({ signedInAs: 1 });

for (const [path, [width, timezoneId]] of sampled(PAGES, SCREENS)) {
  test.describe(`at ${width} px`, () => {
    test.use({ timezoneId, viewport: { width, height: 800 } });

    test(`nothing shifts on ${path} while it loads, nor while scrolling to its end`, async ({ page }) => {
      await noteWhatMoves(page);
      await openInApp(page, path);
      await expect.poll(() => page.evaluate(asleepInView)).toBe(0);
      // Visible parts have their figures.
      await expect.poll(() => page.evaluate(seenSkeletons)).toBe(0);
      while (await page.evaluate(scrollOn)) await expect.poll(() => page.evaluate(seenSkeletons)).toBe(0);
      expect(await whatMoved(page)).toEqual([]);
    });
  });
}

test('nothing shifts on /profile/power when the history of JU power arrives late', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/api/sales/juPowerInfo', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await noteWhatMoves(page);
  await openInApp(page, '/profile/power');
  const power = page.getByRole('region', { name: 'Sources' });
  // The footer is visible, and its position depends on this section's height.
  await page.locator('.foot').scrollIntoViewIfNeeded();
  await expect(power.locator('[aria-busy=true]')).toHaveCount(1);
  await expect(page.locator('main astro-island[ssr]:has(#power)')).toHaveCount(0);
  seen.resolve(undefined);
  await expect(power.locator('tbody tr')).not.toHaveCount(0);
  expect(await whatMoved(page)).toEqual([]);
});

test.describe('for a newcomer', () => {
  test.use({ signedInAs: 'newcomer' });

  for (const [path, call, title] of [
    ['/home', 'dashboard/portfolioHistory', 'Portfolio over time'],
    ['/profile/power', 'sales/juPowerInfo', 'Sources'],
  ] as const) {
    for (const width of [360, 1440]) {
      test(`nothing shifts on ${path} at ${width} px when it turns out late that there is nothing to draw`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        const seen = Promise.withResolvers<undefined>();
        await page.route(`**/api/${call}**`, async (route) => {
          await seen.promise;
          await route.continue();
        });
        await openInApp(page, path);
        const section = page.getByRole('region', { name: title, exact: true });
        await section.scrollIntoViewIfNeeded();
        await expect(section.locator('.sk, [aria-busy=true]').first()).toBeVisible();
        const height = await section.evaluate((element) => element.getBoundingClientRect().height);
        seen.resolve(undefined);
        await expect(section.locator('.chart-none')).toHaveCount(1);
        await expect(section.locator('.sk, [aria-busy=true]')).toHaveCount(0);
        expect(await section.evaluate((element) => element.getBoundingClientRect().height)).toBeCloseTo(height, 0);
      });
    }
  }
});

for (const width of [360, 800, 1440]) {
  test(`nothing shifts on /wallet at ${width} px when the transactions arrive late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const seen = Promise.withResolvers<undefined>();
    await page.route('**/api/wallet/transactions**', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await noteWhatMoves(page);
    await openInApp(page, '/wallet');
    const all = page.getByRole('link', { name: 'All transactions' });
    // The content below the rows is visible, and its position depends on their height.
    await all.scrollIntoViewIfNeeded();
    const waiting = page.locator('table.tx[aria-busy=true]');
    await expect(waiting).toHaveCount(1);
    seen.resolve(undefined);
    await expect(waiting).toHaveCount(0);
    await expect(page.locator('table.tx time')).toHaveCount(5);
    expect(await whatMoved(page)).toEqual([]);
  });
}

for (const path of ['/', '/announcements', '/no-such-page', ...PAGES]) {
  test(`everything that the first paint of ${path} needs is inline`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const id = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(html)?.[1];
    expect(html.split(` id="${id}"`)).toHaveLength(2);
  });
}

/** Scrolls half a screen further; returns false at the end. */
function scrollOn(): boolean {
  const before = scrollY;
  scrollBy({ top: innerHeight / 2, behavior: 'instant' });
  return scrollY > before;
}

function seenSkeletons(): number {
  const isSeen = (element: Element): boolean => {
    const { top, height } = element.getBoundingClientRect();
    return height > 0 && top < innerHeight;
  };
  return [...document.querySelectorAll('main .sk, main [aria-busy=true]')].filter(isSeen).length;
}
