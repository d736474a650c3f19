/**
 * What a first visit of a public page costs the reader: `npm run bench:pages -- [rounds]`. Each load is a new browser context on a slow phone (Slow 4G,
 * processor slowed 4 times) with nothing cached; pages and a page of plain HTML without script, font or picture take turns, first in an empty tab, then coming
 * from a page of another site. Fails where the largest paint comes later than the limit allows, or anything shifts. Needs a build (`npm run build`).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { fullBrowser } from '../e2e/support/test-browser.ts';
import { median } from './figures.ts';
import { onOwnSite } from './start-own-site.ts';
import { noteFigure } from '../quality/note-figure.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const PATHS = ['/', '/announcements', '/announcements/chain-upgrade'];

interface Way {
  name: string;
  figure: string;
  highestRatio: number;
  /** The page that the visitor comes from. */
  from?: string;
}
const HIGHEST_SHIFT = 0;
const BYTES_PER_SECOND = 200_000;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };

interface Figures {
  lcpMs: number;
  firstPaintMs: number;
  shift: number;
  /** Everything transferred. */
  bytes: number;
  requests: number;
}

/** Runs in the page before its own scripts. */
const WATCH = `(() => {
  window.bench = { lcpMs: 0, shift: 0 };
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => { window.bench.lcpMs = startTime; });
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.bench.shift += value; });
})()`;

await onOwnSite(async (origin) => {
  const floor = await serveFloor();
  const { path, environment } = await fullBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: environment,
  });
  try {
    for (const way of waysFrom(floor.url)) await compare(browser, way, [floor.url, ...PATHS.map((page) => origin + page)]);
  } finally {
    await browser.close();
    floor.close();
  }
});

/** An empty tab goes on in the process that it has. Coming from another site, every page gets a new one, whose first paint is later. */
function waysFrom(floor: string): readonly Way[] {
  return [
    { name: 'in an empty tab', figure: 'pages-paint', highestRatio: 1.6 },
    { name: 'from another site', figure: 'pages-paint-visit', highestRatio: 1.6, from: floor.replace('127.0.0.1', 'localhost') },
  ];
}

async function compare(browser: Browser, way: Way, addresses: readonly string[]): Promise<void> {
  const all = new Map<string, Figures[]>(addresses.map((address) => [address, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [address, figures] of all) {
      const one = await load(browser, address, way);
      // The first round fills the server's caches.
      if (round >= 0) figures.push(one);
    }
  const [floor = [], ...pages] = all.values();
  console.log(`${way.name}, at most ${way.highestRatio} × plain HTML:`);
  report('plain HTML', floor, floor);
  for (const [index, figures] of pages.entries()) {
    const { ratio, shift } = report(PATHS[index] ?? '', figures, floor);
    noteFigure(way.figure, ratio);
    noteFigure('pages-shift', shift);
    if (ratio > way.highestRatio || shift > HIGHEST_SHIFT) process.exitCode = 1;
  }
}

function report(name: string, figures: readonly Figures[], floor: readonly Figures[]): { ratio: number; shift: number } {
  const middle = (key: keyof Figures, of = figures): number => median(of.map((one) => one[key]));
  const ratio = middle('lcpMs') / middle('lcpMs', floor);
  const shift = Math.max(...figures.map((one) => one.shift));
  console.log(
    `${name}: largest paint ${middle('lcpMs').toFixed(0)} ms (${ratio.toFixed(2)} ×), first ${middle('firstPaintMs').toFixed(0)} ms, ` +
      `shift ${shift.toFixed(4)}, ${(middle('bytes') / 1_024).toFixed(1)} KiB in ${middle('requests')} requests`,
  );
  return { ratio, shift };
}

async function load(browser: Browser, address: string, { from }: Way): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    if (from !== undefined) await page.goto(from);
    await page.addInitScript(WATCH);
    const transferred = await slowDown(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    const measured = await page.evaluate(() => ({
      ...(Reflect.get(window, 'bench') as { lcpMs: number; shift: number }),
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }));
    return { ...measured, bytes: transferred.bytes, requests: transferred.requests };
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<{ bytes: number; requests: number }> {
  const transferred = { bytes: 0, requests: 0 };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_4G);
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferred.bytes += encodedDataLength;
    transferred.requests += 1;
  });
  return transferred;
}

/** A page with one screen of text and nothing else: no page can be faster. */
async function serveFloor(): Promise<{ url: string; close: () => void }> {
  const card = (title: string): string =>
    `<section><h2>${title}</h2><p>${'A few words of what it is about, as a reader would skim them. '.repeat(2)}</p></section>`;
  const html = gzipSync(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain HTML</title><link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}section{border:1px solid #ccc;padding:1rem}</style>
<main><h1>A page of plain HTML</h1><p>${'It has neither script nor font nor picture. '.repeat(4)}</p><button>Begin</button>${['First', 'Second', 'Third'].map(card).join('')}</main>`);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}
