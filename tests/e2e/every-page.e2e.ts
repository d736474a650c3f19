import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languages, type Language } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { navigationOf } from '../../src/lib/navigation.ts';
import { readTexts } from '../i18n/read-texts.ts';
import { openInApp } from './support/navigation.ts';
import { readAs } from './support/read-as.ts';
import { isWhole, sampled } from './support/sampled.ts';
import { expect, test } from './support/test.ts';

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
const PUBLIC_PAGES = ['/', ...navigationOf('footer').map(({ path }) => path), '/announcements/chain-upgrade', '/no-such-page'];
const PAGES = [...PUBLIC_PAGES, ...MEMBER_PAGES];
/** Packed, for all that islands carry: texts, their names, settings. The swap in Thai has most. */
const MAX_TEXT_BYTES = 9 * 1024;
/** Packed, for the words of these texts alone. */
const MAX_WORD_BYTES = 6000;
/** At 768 tables have their columns; at 1024 the side navigation takes width from them again, and at 1280 a second column does. */
const WIDTHS = [320, 360, 768, 1024, 1280, 1366, 1440];
const KEYS = [...readTexts('en').keys()].map((key) => key.slice(key.indexOf(':') + 1)).filter((key) => key.includes('.'));

/** In the pseudo-language only the English pages have its texts; see docs/words/README.md. */
const isPseudo = process.env['PSEUDO_TEXTS'] === 'true';
const shown = isPseudo ? languages.filter(({ code }) => code === 'en') : languages;

/** Pages by themes, so that a language's page is opened in one theme, or all of it in both. */
const opened = sampled(
  PAGES.flatMap((path, place) => sampled([path], rotated(shown, place + Math.floor(place / shown.length)))),
  ['theme-dark', 'theme-light'],
);

for (const [[path, language], theme] of opened) {
  const address = localePath(language.code, path);

  test.describe(theme, () => {
    test.use({
      signedInAs: 1,
      stored: { theme, lang: language.code },
      viewport: { width: 320, height: 640 },
      expectedFaults: [/status of 404|\.woff2\)$/],
    });

    test(`${address} fits narrow and wide screens, in its language, without a key`, async ({ page }) => {
      // A first visit from far away sees a public page in the system's font.
      for (const font of PUBLIC_PAGES.includes(path) ? (['the system’s', 'the site’s'] as const) : (['the site’s'] as const)) {
        if (font === 'the system’s') await page.route('**/*.woff2', (route) => route.abort());
        else await page.unrouteAll();
        await openInApp(page, address);
        await expect(page.locator('html')).toHaveAttribute('lang', language.tag);
        await showAll(page);
        for (const width of WIDTHS) {
          const where = `at ${width} px, in ${font} font`;
          await page.setViewportSize({ width, height: 640 });
          expect(await sticksOut(page), where).toEqual([]);
          expect(await cutFigures(page), where).toEqual([]);
          if (language.code === 'th') expect(await splitWords(page), where).toEqual([]);
          if (isWhole) expect(await spillsOver(page), where).toEqual([]);
          if (isPseudo) expect(await cutOff(page), where).toEqual([]);
        }
      }
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN/);
      expect(KEYS.filter((key) => new RegExp(`(?<![\\w./-])${key.replaceAll('.', '\\.')}(?![\\w./-])`).test(text))).toEqual([]);
    });
  });
}

test('every page has its own title and description in each language, and few texts that aren’t visible yet', async () => {
  for (const [place, { code }] of languages.entries()) {
    const pages = await Promise.all(PAGES.map(async (path) => (await readAs(130 + place, localePath(code, path))).text));
    const heads = pages.map(headOf);
    // Before any script runs, folds that are closed included.
    expect(
      PAGES.filter((_, index) => /undefined|NaN|\{\{/.test(wordsOf(pages[index] ?? ''))),
      code,
    ).toEqual([]);
    const titles = heads.map(({ title }) => title);
    const descriptions = heads.flatMap(({ description }) => (description === undefined ? [] : [description]));
    expect(
      [...titles, ...descriptions].filter((text) => text?.includes('\u2060')),
      code,
    ).toEqual([]);
    expect(
      titles.filter((title, index) => !title || titles.indexOf(title) !== index),
      code,
    ).toEqual([]);
    expect(
      descriptions.filter((text, index) => text === '' || descriptions.indexOf(text) !== index),
      code,
    ).toEqual([]);
    const weights = pages.map((html, index) => [PAGES[index], weighTexts(html)] as const);
    expect(
      weights.filter(([, bytes]) => bytes > MAX_TEXT_BYTES),
      code,
    ).toEqual([]);
    const words = pages.map((html, index) => [PAGES[index], gzipSync(html).length - gzipSync(withoutWords(html)).length] as const);
    expect(
      words.filter(([, bytes]) => bytes > MAX_WORD_BYTES),
      code,
    ).toEqual([]);
  }
});

function rotated(all: readonly Language[], by: number): Language[] {
  const start = by % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

function headOf(html: string): { title: string | undefined; description: string | undefined } {
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
  };
}

/** How much smaller a page's packed HTML would be without the texts that islands and shell scripts show later. */
function weighTexts(html: string): number {
  return gzipSync(html).length - gzipSync(withoutTexts(html)).length;
}

function wordsOf(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
}

function withoutTexts(html: string): string {
  return html.replace(/ props="[^"]*"/g, '').replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, '');
}

/** Texts keep their names, but say nothing. */
function withoutWords(html: string): string {
  return html
    .replace(/ props="[^"]*"/g, (props) => props.replace(/\[0,&quot;(?:(?!&quot;).)*&quot;\]/g, '[0,&quot;&quot;]'))
    .replace(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, (script) => script.replace(/":"[^"]*"/g, '":""'));
}

/** The element that makes the page scroll sideways, or the page itself if it scrolls for another reason. */
async function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isWide = (element: Element): boolean => element.getBoundingClientRect().right > width + 0.5;
    const wide = [...document.querySelectorAll('body *')].filter((element) => isWide(element) && ![...element.children].some(isWide));
    return [
      'the page',
      ...wide.map((element) => `${element.getAttribute('class') ?? element.localName}: ${element.textContent.slice(0, 40)}`),
    ];
  });
}

/** Texts that don't fit into their own box, and so overlap what is next to it. */
async function spillsOver(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement));
    const textsOf = (element: HTMLElement): Node[] =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    // Measured by its letters, since a box may be larger only as a touch target.
    const isBeyond = (element: HTMLElement): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return textsOf(element).some((text) => {
        const letters = document.createRange();
        letters.selectNodeContents(text);
        return [...letters.getClientRects()].some((line) => line.right > right + 2 || line.left < left - 2);
      });
    };
    return [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => element.clientWidth > 1 && getComputedStyle(element).overflowX === 'visible' && isBeyond(element))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isForScreenReaders(element))
      .map((element) => `${element.getAttribute('class') ?? element.localName}: ${element.textContent.slice(0, 60)}`);
  });
}

/** Figures, dates and times of which an element hides a part: a number that ends early is another number. A member's name and remark may. */
async function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const letters = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      const isFigure = /\d/.test((text.nodeValue ?? '').replace(/ju-[a-z0-9]+/g, ''));
      if (!isFigure || parent === null || parent.closest('[title]') !== null || !parent.checkVisibility({ visibilityProperty: true }))
        continue;
      letters.selectNodeContents(text);
      const lines = [...letters.getClientRects()];
      for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, position } = getComputedStyle(box);
        // What can be scrolled to isn't cut, and text for screen readers only is one pixel large.
        if (/auto|scroll/.test(overflowX) || box.clientWidth <= 1) break;
        const { left, right } = box.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && lines.some((line) => line.width > 0 && (line.right > right + 1 || line.left < left - 1))) {
          found.push(`${box.getAttribute('class') ?? box.localName}: ${text.nodeValue?.slice(0, 60) ?? ''}`);
          break;
        }
        if (position === 'fixed') break;
      }
    }
    return found;
  });
}

/** Thai words that a line ends within, for lack of room: the language has no blanks, and a browser breaks anywhere before it lets a text stick out. */
async function splitWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement));
    const words = new Intl.Segmenter('th', { granularity: 'word' });
    const range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!/[\u0e00-\u0e7f]/.test(text.nodeValue ?? '') || isForScreenReaders(text.parentElement)) continue;
      for (const { segment, index } of words.segment(text.nodeValue ?? '')) {
        if (!/[\u0e00-\u0e7f]/.test(segment)) continue;
        range.setStart(text, index);
        range.setEnd(text, index + segment.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(segment);
      }
    }
    return found;
  });
}

/** Texts in the pseudo-language whose element hides their end. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Measured by its letters: anything else outside the box is an ornament or a touch target.
    const linesOf = (element: Element): DOMRect[] => {
      const letters = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines: DOMRect[] = [];
      while (walker.nextNode()) {
        letters.selectNodeContents(walker.currentNode);
        lines.push(...letters.getClientRects());
      }
      return lines;
    };
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => /⟧\s*$/.test(element.textContent) && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        // Text for screen readers only is one pixel large.
        if (element.clientWidth <= 1) return false;
        const { right, bottom } = element.getBoundingClientRect();
        return linesOf(element).some(
          (line) =>
            (/hidden|clip/.test(overflowX) && line.right > right + 1) || (/hidden|clip/.test(overflowY) && line.bottom > bottom + 1),
        );
      })
      .map((element) => `${element.getAttribute('class') ?? element.localName}: ${element.textContent.slice(0, 60)}`);
  });
}

/** Scrolls to every island until all are hydrated, since one that grows moves the next out of sight, and nothing is loading any more. */
async function showAll(page: Page): Promise<void> {
  const asleep = page.locator('main astro-island[ssr]');
  await expect(async () => {
    await asleep.evaluateAll(lookAtAll);
    expect(await asleep.evaluateAll((all) => all.map((island) => island.getAttribute('component-export')))).toEqual([]);
  }).toPass({ timeout: 10_000 });
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** An island without content can't be scrolled to. Its visibility observer is notified with the next frame. */
async function lookAtAll(islands: Element[]): Promise<void> {
  for (const island of islands) {
    island.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
