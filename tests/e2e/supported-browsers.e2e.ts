import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../../server/build-if-needed.ts';
import { readSettings } from '../../server/settings.ts';
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { supportedBrowsers } from '../../src/lib/supported-browsers.ts';
import { createFeatureSearch } from '../support/newer-features.ts';
import { siteOrigin, siteSettings } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts-of.ts';
import { signInByWallet } from './support/wallet-sign-in.ts';

/** What built files have that the oldest supported browsers don't, and why that is all right there. */
const KNOWN = {
  script: [
    // Added by src/lib/fill-gaps.ts …
    ...['AbortSignal.any', 'Promise.withResolvers', 'URL.canParse', 'URL.parse', '.checkVisibility()', '.isWellFormed()'],
    // … and by the package for popovers.
    ...['.hidePopover()', '.showPopover()', '.togglePopover()'],
    // Asked for first, by us …
    ...['Intl.Segmenter', 'Notification', 'Notification.requestPermission', 'requestIdleCallback', '.requestIdleCallback()'],
    // … by React …
    ...['navigation', 'setImmediate', '.startViewTransition()'],
    // … by what hashes and signs, and by zod and ofetch.
    ...['SharedArrayBuffer', 'Uint8Array.fromBase64', 'Uint8Array.fromHex', '.fromHex()', '.toHex()', 'Error.captureStackTrace'],
    // Other objects' own methods.
    ...['.getPublicKey()', '.take()', '.use()', '.when()'],
  ],
  styles: [
    // Without these, less is animated, less well wrapped or placed, or shown while it is not ready yet.
    ...['@position-try', '@starting-style', 'position-area', 'position-try-fallbacks'],
    ...['forced-color-adjust', 'hyphens', 'overflow-clip-margin', 'scrollbar-gutter', 'scrollbar-width', 'text-wrap'],
    // Firefox before 121: shades of what is chosen or read, the place of what follows a part that waits, and printing. Choices show their radio.
    ':has',
    // Beside the class that takes its place.
    ':popover-open',
  ],
  markup: [
    // Waits for the first screen, where that can be waited for.
    'blocking',
    // The shell does what they say.
    ...['command', 'commandfor', 'popover', 'popovertarget'],
  ],
};

test('nothing is built that a supported browser can’t run or shows broken', async () => {
  test.setTimeout(120_000);
  const { baked } = readSettings(siteSettings);
  const quiet = (): void => undefined;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { clientFolder } = await buildIfNeeded({ root, baked, say: quiet, log: quiet });
  const search = createFeatureSearch(supportedBrowsers);
  const found = { script: new Map<string, string>(), styles: new Map<string, string>(), markup: new Map<string, string>() };
  const note = (kind: keyof typeof found, names: string[], file: string): void => {
    for (const name of names) if (!KNOWN[kind].includes(name)) found[kind].set(name, file);
  };
  const seen = new Set<string>();
  const once = (code = ''): string[] => (seen.has(code) ? [] : [...seen.add(code)].slice(-1));
  for (const file of globSync('**/*.{js,css,html}', { cwd: clientFolder })) {
    const text = readFileSync(`${clientFolder}/${file}`, 'utf8');
    if (file.endsWith('.js')) note('script', search.inScript(text), file);
    if (file.endsWith('.css')) note('styles', search.inStyles(text), file);
    if (!file.endsWith('.html')) continue;
    note('markup', search.inMarkup(text), file);
    for (const [, attributes = '', code] of text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs))
      if (!/json|speculationrules/.test(attributes)) for (const script of once(code)) note('script', search.inScript(script), file);
    for (const [, code] of text.matchAll(/<style[^>]*>(.*?)<\/style>/gs))
      for (const style of once(code)) note('styles', search.inStyles(style), file);
  }
  expect(Object.fromEntries(Object.entries(found).map(([kind, names]) => [kind, [...names]]))).toEqual({
    script: [],
    styles: [],
    markup: [],
  });
});

test('what a new package might bring is found', () => {
  const search = createFeatureSearch(supportedBrowsers);
  const scripts = {
    'new Set(a).isSubsetOf(b)': ['.isSubsetOf()'],
    'Object.groupBy(a,b)': ['Object.groupBy'],
    'await Array.fromAsync(a)': ['Array.fromAsync'],
    'Iterator.from(a)': ['Iterator.from'],
    'a.replace(/[\\p{L}--[a-z]]/v,"")': ['/…/v'],
    'scheduler.yield()': ['scheduler'],
    'Promise.try(a)': ['Promise.try'],
    'a.b.startViewTransition(()=>{})': ['.startViewTransition()'],
    'new URLPattern(a)': ['URLPattern'],
    'structuredClone(a).toSorted().at(-1)': [],
    'a.startViewTransition?.(b)': [],
  };
  expect(Object.fromEntries(Object.keys(scripts).map((code) => [code, search.inScript(code)]))).toEqual(scripts);
  expect(search.inStyles('a{color:light-dark(red,blue);field-sizing:content;b:hover{c:d}&:is(e){top:0}}')).toEqual([
    'field-sizing',
    'light-dark()',
    'nesting',
  ]);
  expect(search.inMarkup('<dialog closedby="any" open><p popover="hint">')).toEqual(['closedby', 'popover']);
});

/** Takes from the browser what some of the supported ones don't have, before any script runs. */
const GAPS: Readonly<Record<string, () => void>> = {
  'Promise.withResolvers': () => Reflect.deleteProperty(Promise, 'withResolvers'),
  'URL.canParse and URL.parse': () => ['canParse', 'parse'].forEach((name) => Reflect.deleteProperty(URL, name)),
  'AbortSignal.any': () => Reflect.deleteProperty(AbortSignal, 'any'),
  'String.isWellFormed': () => Reflect.deleteProperty(String.prototype, 'isWellFormed'),
  'Element.checkVisibility': () => Reflect.deleteProperty(Element.prototype, 'checkVisibility'),
  'Intl.Segmenter': () => Reflect.deleteProperty(Intl, 'Segmenter'),
  invokers: () => ['command', 'commandForElement'].forEach((name) => Reflect.deleteProperty(HTMLButtonElement.prototype, name)),
  popovers: () => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
    for (const name of ['popoverTargetElement', 'popoverTargetAction']) Reflect.deleteProperty(HTMLButtonElement.prototype, name);
  },
  'whatever is newer': () => {
    for (const name of ['scheduler', 'navigation', 'requestIdleCallback', 'Iterator', 'URLPattern'])
      Reflect.deleteProperty(globalThis, name);
    for (const name of ['union', 'difference', 'intersection', 'isSubsetOf']) Reflect.deleteProperty(Set.prototype, name);
    for (const name of ['groupBy']) [Object, Map].forEach((holder) => Reflect.deleteProperty(holder, name));
    Reflect.deleteProperty(Array, 'fromAsync');
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    for (const name of ['toHex', 'toBase64']) Reflect.deleteProperty(Uint8Array.prototype, name);
    for (const name of ['fromHex', 'fromBase64']) Reflect.deleteProperty(Uint8Array, name);
  },
};

for (const [gap, take] of Object.entries(GAPS))
  test(`a browser without ${gap} signs in, and opens menus`, async ({ page }) => {
    await page.addInitScript(take);
    await page.goto('/announcements');
    await signInByWallet(page, 3);
    await expect(siteParts(page).accountChip).toBeVisible();
    await siteParts(page).languageButton.click();
    await expect(page.locator('#language-menu').getByRole('link', { name: 'Deutsch' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.locator('#language-menu').getByRole('link', { name: 'Deutsch' })).toBeHidden();
  });

test.describe('an older browser', () => {
  const outdate = (page: Page): Promise<unknown> => page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));

  for (const language of languageCodes)
    test(`reads public pages, and who signs in is told to update it (${language})`, async ({ page }) => {
      await outdate(page);
      await page.goto(localePath(language, '/announcements'));
      const notice = page.locator('#outdated');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(notice).toBeHidden();
      await page.locator('.header [commandfor=wallet-modal]').click();
      await expect(notice).toBeVisible();
      const versions = { safari: '16.4', chrome: '111', firefox: '115' };
      await expect(notice).toHaveText(
        textsOf(language, 'common').outdated.replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof typeof versions) => versions[name]),
      );
      await expect(page.locator('#wallet-modal')).toBeHidden();
    });

  test('is led from a member’s page to the start page, which says so', async ({ page }) => {
    await outdate(page);
    await page.goto('/de/home');
    await expect(page).toHaveURL(`${siteOrigin}/de#outdated`);
    await expect(page.locator('#outdated')).toBeVisible();
  });
});
