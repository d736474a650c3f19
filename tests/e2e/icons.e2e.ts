import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';
import { asleepInView } from './support/asleep-in-view.ts';

test.use({ signedInAs: 4 });

for (const path of [
  '/',
  '/announcements',
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
]) {
  test(`the sprite of ${path} has the icons that its islands render first`, async ({ page }) => {
    await openInApp(page, path);
    await expect.poll(() => page.evaluate(asleepInView)).toBe(0);
    const { drawn, lost } = await page.evaluate(icons);
    expect(drawn).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  });
}

/** How many icons refer to a symbol of the sprite, and which to a missing one. */
function icons(): { drawn: number; lost: string[] } {
  const uses = [...document.querySelectorAll<SVGUseElement>('svg.icon use')].map((use) => use.href.baseVal);
  return { drawn: uses.length, lost: uses.filter((href) => document.querySelector(href) === null) };
}
