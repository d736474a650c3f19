import { setTimeout as wait } from 'node:timers/promises';
import { languages } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { navigationOf } from '../../src/lib/navigation.ts';
import { isPartNotMinted, reserves as publishedReserves } from '../../src/lib/reserves/reserves.ts';
import reserves from '../../public/locales/en/reserves.json' with { type: 'json' };
import { startBrokenSite } from './support/broken-site.ts';
import { openInApp } from './support/navigation.ts';
import { readAs } from './support/read-as.ts';
import { expect, test } from './support/test.ts';
import { noteWhatMoves, whatMoved } from './support/what-moves.ts';

const PATHS = ['/', ...navigationOf('footer').map(({ path }) => path)];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { code, tag } of languages) {
    test(`every public page can be read in ${code}, and links to all others`, async ({ page }) => {
      for (const path of PATHS) {
        await readAs(50 + languages.findIndex((language) => language.code === code), localePath(code, path));
        const response = await page.goto(localePath(code, path));
        expect(response?.status(), path).toBe(200);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
        const text = await page.getByRole('main').innerText();
        expect(text.length, path).toBeGreaterThan(40);
        expect(text, path).not.toMatch(/\{\{|undefined|NaN/);
        const links = await page.locator('footer a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        expect(links).toEqual(navigationOf('footer').map((entry) => localePath(code, entry.path)));
      }
    });
  }
});

test('the displayed reserves equal those for programs', async ({ page, request }) => {
  const { vault, block, tokens } = publishedReserves.parse(await (await request.get('/reserves.json')).json());
  await page.goto('/reserves');
  const main = page.getByRole('main');
  // What was sold is minted at intervals, also while the tests run.
  await expect(main).toContainText(isPartNotMinted(tokens.JUF) ? reserves.coveredNotMinted : reserves.covered);
  await expect(main).toContainText(vault);
  await expect(main).toContainText(block.hash.slice(0, 10));
  for (const token of ['JU', 'JUF', 'USDT'])
    await expect(page.getByRole('region', { name: token, exact: true })).toContainText(reserves.ratio);
  await expect(page.getByRole('region', { name: reserves.poolsTitle })).toContainText(/[1-9][\d,.]*\u00a0JUF/);
});

for (const [width, fontAfterMs] of [
  [360, 300],
  [1440, 0],
] as const) {
  test(`nothing shifts on public pages at ${width} px if the font takes ${fontAfterMs} ms`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.route('**/*.woff2', async (route) => {
      await wait(fontAfterMs);
      await route.continue();
    });
    await noteWhatMoves(page);
    for (const path of new Set([...PATHS, '/announcements', '/announcements/chain-upgrade'])) {
      const font = page.waitForResponse('**/*.woff2');
      await page.goto(path);
      await (await font).finished();
      // Nobody scrolls what they have not seen; parts that are laid out when they come near are measured by then.
      await page.evaluate(twoFrames);
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await page.evaluate(twoFrames);
      expect(await whatMoved(page), path).toEqual([]);
    }
  });
}

/** A shift is reported after the frame that caused it. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

test.describe('signed in', () => {
  test.use({ signedInAs: 4 });

  test('a member verifies in the browser that they are included', async ({ page, request }) => {
    const { tree } = (await (await request.get('/reserves.json')).json()) as { tree: unknown };
    await openInApp(page, '/reserves');
    await page.getByRole('button', { name: reserves.check.act }).click();
    const result = page.locator('#check-result');
    if (tree === null) await expect(result).toHaveText(reserves.check.none);
    else await expect(result).toContainText(reserves.check.yours);
  });

  test('the page tells a member that the published data doesn’t include them', async ({ page }) => {
    await page.route('**/reserves.json', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { tree: { root: string } };
      await route.fulfill({ response, json: { ...answer, tree: { ...answer.tree, root: `0x${'0'.repeat(64)}` } } });
    });
    await openInApp(page, '/reserves');
    await page.getByRole('button', { name: reserves.check.act }).click();
    await expect(page.locator('#check-result')).toContainText('match the published root');
  });
});

test.describe('a provider that is broken', () => {
  test.use({ expectedFaults: [/status of 50[03]/] });

  test('the page says so, and shows what doesn’t need the provider', async ({ page }) => {
    const site = await startBrokenSite();
    try {
      expect((await page.goto(`${site.url}/privacy`))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
    } finally {
      await site.stop();
    }
  });
});
