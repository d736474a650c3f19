// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseFont } from '../../src/head/choose-font.ts';

const FILES = '/_astro/latin.woff2 /_astro/vietnamese.woff2';
const fetched: string[] = [];
let isOnline = true;

class Face {
  readonly #source: string;
  constructor(_family: string, source: string) {
    this.#source = source;
  }
  load(): Promise<void> {
    fetched.push(this.#source);
    return isOnline ? Promise.resolve() : Promise.reject(new Error('offline'));
  }
}

beforeEach(async () => {
  // Ends what the page before was waiting for.
  dispatchEvent(new Event('load'));
  await new Promise(setImmediate);
  localStorage.clear();
  fetched.length = 0;
  isOnline = true;
  vi.stubGlobal('FontFace', Face);
});

/** Opens a page that took so long to get to its head script; returns what its font's rules hold for, and what is preloaded. */
function open(arrivedAfterMs: number, files: string | null = FILES): { media: string; preloaded: string[] } {
  document.head.innerHTML = `<style id="font"${files === null ? '' : ` data-files="${files}"`}></style>`;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ requestStart: 10 }] as unknown as PerformanceEntryList);
  vi.spyOn(performance, 'now').mockReturnValue(10 + arrivedAfterMs);
  chooseFont();
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  return { media: document.querySelector('style')?.media ?? '', preloaded: links.map((link) => link.getAttribute('href') ?? '') };
}

const IN_FONT = { media: '', preloaded: FILES.split(' ') };
const IN_FALLBACK = { media: 'not all', preloaded: [] };

it('the page shows the site’s font if the server is near', () => {
  expect(open(20)).toEqual(IN_FONT);
});

it('from far away, the first page shows the fallback, and the next one the font fetched meanwhile', async () => {
  expect(open(150)).toEqual(IN_FALLBACK);
  expect(fetched).toEqual([]);
  dispatchEvent(new Event('load'));
  expect(fetched).toEqual(['url(/_astro/latin.woff2)', 'url(/_astro/vietnamese.woff2)']);
  await new Promise(setImmediate);
  expect(open(150)).toEqual(IN_FONT);
  fetched.length = 0;
  dispatchEvent(new Event('load'));
  expect(fetched).toEqual([]);
});

it('the page doesn’t count on a font that failed to load, nor on one of another build', async () => {
  isOnline = false;
  open(150);
  dispatchEvent(new Event('load'));
  await new Promise(setImmediate);
  expect(open(150)).toEqual(IN_FALLBACK);
  isOnline = true;
  dispatchEvent(new Event('load'));
  await new Promise(setImmediate);
  expect(open(150)).toEqual(IN_FONT);
  expect(open(150, '/_astro/newer.woff2').media).toBe('not all');
});

it('a member’s page isn’t changed', () => {
  expect(open(150, null)).toEqual({ media: '', preloaded: [] });
});
