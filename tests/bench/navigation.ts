/**
 * How long a member waits from a tap on a navigation link to their own figures on the next page, with all assets cached: `npm run bench:navigation --
 * [rounds] [phone|desktop]`. On a phone (Slow 4G, processor slowed 4 times, finger down for 80 ms) compared with a tap between two tiny static pages in the
 * same run; on a desktop after hovering the link, unthrottled. Times run from the click to the frame that shows the figures. Fails above the limits. Needs
 * a build (`npm run build`).
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type BrowserTab, connectToBrowser, type SendToPage } from '../e2e/support/raw-browser.ts';
import { runJufiProcess } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

import { developmentAccount } from '../../chain/role-accounts.ts';
import { createClient } from '../../src/lib/api/client.ts';
import { authenticateWalletAddress, nonce } from '../../src/lib/api/contract/account.ts';
import { median } from './figures.ts';
import { noteFigure } from '../quality/note-figure.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
/** Both, unless one is named. */
const ONLY = process.argv[3];
const FINGER_DOWN_MS = 80;
/** Time until the sheet has stopped moving and the member has found the link in it. */
const SHEET_OPEN_MS = 600;
const HIGHEST_PHONE_RATIO = 1.5;
const HIGHEST_DESKTOP_MS = 100;
const PATIENCE_MS = 15_000;

const PROFILE = ['/profile', '/profile/team', '/profile/bonuses', '/profile/roles', '/profile/settings'];
/** On a phone the profile pages are in the "more" sheet, which a tap opens first. */
const PAGES = ['/home', '/treasury', '/staking', '/swap', '/wallet', ...PROFILE];
const TINY = ['/a', '/b'];

/**
 * Runs in each page before its own scripts. Records when a press became a click, and when the figures are shown: when the first screen's islands are
 * hydrated and no placeholder is left.
 */
const WATCH = `(() => {
  addEventListener('click', () => sessionStorage.setItem('bench:clicked', String(performance.timeOrigin + performance.now())), true);
  const isSeen = (each) => each.getBoundingClientRect().top < innerHeight && each.checkVisibility({ visibilityProperty: true });
  const isShown = () => {
    const main = document.querySelector('main');
    if (!main || document.readyState === 'loading') return false;
    const dead = [...main.querySelectorAll('astro-island[ssr]')].some((each) => isSeen(each.firstElementChild ?? each));
    return !dead && ![...main.querySelectorAll('.sk')].some(isSeen);
  };
  const look = () => {
    if (!isShown()) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => {
      window.benchMs = performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('bench:clicked'));
    }));
  };
  if (document.prerendering) document.addEventListener('prerenderingchange', look, { once: true });
  else look();
})()`;

const device = {
  phone: {
    width: 390,
    height: 844,
    deviceScaleFactor: 2,
    mobile: true,
    slowdown: 4,
    latency: 150,
    bytesPerSecond: 200_000,
    bar: 'nav.bottom',
  },
  desktop: { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false, slowdown: 1, latency: 0, bytesPerSecond: -1, bar: 'nav.side' },
};
type Device = (typeof device)[keyof typeof device];

const folder = temporaryFolder('bench');
const tiny = await serveTinyPages();
const jufi = await runJufiProcess({
  entry: join(import.meta.dirname, '../../server/start.ts'),
  dataFolder: folder,
  environment: { CHAIN_MARKET: 'off' },
});
try {
  await waitUntilReady(jufi.url);
  const session = await signIn(jufi.url);
  if (ONLY !== 'desktop') await compareOnPhone(session);
  if (ONLY !== 'phone') await measureOnDesktop(session);
} finally {
  jufi.kill('SIGTERM');
  await jufi.exited;
  tiny.close();
  rmSync(folder, { recursive: true, force: true });
}

async function compareOnPhone(session: Record<string, string>): Promise<void> {
  const floor = await measure(device.phone, tiny.url, TINY, {}, tapped);
  const ours = await measure(device.phone, jufi.url, PAGES, session, tapped);
  const floorMs = median([...floor.values()].flat());
  console.log(`phone, two tiny static pages: ${floorMs.toFixed(0)} ms`);
  for (const [page, times] of ours) console.log(`phone, ${page}: ${describe(times)}, ratio ${(median(times) / floorMs).toFixed(2)}`);
  const ratio = median([...ours.values()].flat()) / floorMs;
  console.log(`phone, median over all pages: ratio ${ratio.toFixed(2)} (at most ${HIGHEST_PHONE_RATIO})`);
  noteFigure('navigation-phone', ratio);
  if (ratio > HIGHEST_PHONE_RATIO) process.exitCode = 1;
}

async function measureOnDesktop(session: Record<string, string>): Promise<void> {
  for (const [page, times] of await measure(device.desktop, jufi.url, PAGES, session, hoveredAndClicked)) {
    console.log(`desktop, ${page}: ${describe(times)} (at most ${HIGHEST_DESKTOP_MS})`);
    noteFigure('navigation-desktop', median(times));
    if (median(times) > HIGHEST_DESKTOP_MS) process.exitCode = 1;
  }
}

function describe(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms (${times.map((each) => each.toFixed(0)).join(', ')})`;
}

type Press = (tab: BrowserTab, x: number, y: number) => Promise<void>;

async function tapped(tab: BrowserTab, x: number, y: number): Promise<void> {
  await tab.tap(x, y, FINGER_DOWN_MS);
}

async function hoveredAndClicked(tab: BrowserTab, x: number, y: number): Promise<void> {
  await tab.moveMouse(x, y);
  await wait(1_500);
  await tab.click(x, y);
}

/** Navigates from each page to the next, in rounds; the first round only fills the caches. */
async function measure(
  { width, height, deviceScaleFactor, mobile, slowdown, latency, bytesPerSecond, bar }: Device,
  origin: string,
  paths: readonly string[],
  stored: Record<string, string>,
  press: Press,
): Promise<Map<string, number[]>> {
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  const prepare = (send: SendToPage): Promise<unknown> =>
    Promise.all([
      send('Page.enable'),
      send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH }),
      send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile }),
      send('Emulation.setTouchEmulationEnabled', { enabled: mobile }),
      send('Emulation.setCPUThrottlingRate', { rate: slowdown }),
      send('Network.enable'),
      send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput }),
    ]);
  const browser = await connectToBrowser({ prepare });
  const times = new Map<string, number[]>(paths.map((path) => [path, []]));
  try {
    let tab = await browser.openTab(`${origin}/robots.txt`);
    await until(() => tab.evaluate(`location.origin === ${JSON.stringify(origin)} && document.readyState === 'complete'`));
    await tab.evaluate(`for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value)`);
    // A login through the landing page's link, since entering an address would end the session.
    await tab.evaluate(`location.assign(${JSON.stringify(origin + (paths[0] ?? '/'))})`);
    await shown(tab, paths[0] ?? '/');
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const path of [...paths.slice(1), paths[0] ?? '/']) {
        // Requests that this page still makes must not count for the next one.
        await wait(2_500);
        tab = await tab.current();
        await press(tab, ...(await centreOf(tab, await linkTo(tab, path, paths === TINY ? 'main' : bar))));
        const ms = await shown(tab, path);
        if (round > 0) times.get(path)?.push(ms);
      }
    }
  } finally {
    await browser.close();
  }
  return times;
}

/** A link's location: what the bar has no room for is in the sheet, which is opened first. */
async function linkTo(tab: BrowserTab, path: string, bar: string): Promise<string> {
  const link = `${bar} a[href="${path}"]`;
  if (await tab.evaluate(`document.querySelector(${JSON.stringify(link)}) !== null`)) return link;
  const [x, y] = await centreOf(tab, `${bar} [popovertarget=account-menu]`);
  await tab.tap(x, y, FINGER_DOWN_MS);
  await until(() => tab.evaluate('document.querySelector("#account-menu").matches(":popover-open")'));
  await wait(SHEET_OPEN_MS);
  return `#account-menu a[href="${path}"]`;
}

async function shown(tab: BrowserTab, path: string): Promise<number> {
  const look = `location.pathname === ${JSON.stringify(path)} && (window.benchMs ?? false)`;
  return Number(await until(async () => (await tab.current()).evaluate(look)));
}

async function centreOf(tab: BrowserTab, selector: string): Promise<[number, number]> {
  const box = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`;
  const found = await tab.evaluate(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${box})`);
  if (!Array.isArray(found)) throw new Error(`There is no ${selector}.`);
  return [Number(found[0]), Number(found[1])];
}

async function until<Value>(look: () => Promise<Value>): Promise<NonNullable<Value>> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const value = await look().catch(() => undefined);
    if (value !== undefined && value !== null && value !== false) return value;
    await wait(20);
  }
  throw new Error('What was waited for did not come.');
}

/** The local storage of a device on which the development wallet's first account, which has a history, is signed in. */
async function signIn(origin: string): Promise<Record<string, string>> {
  const account = developmentAccount(0);
  const { address } = account;
  const client = createClient({ baseUrl: `${origin}/api`, language: () => 'en', bearer: () => null, onSessionEnded: () => undefined });
  const { message } = await client.call(nonce, { address });
  const signature = await account.signMessage({ message });
  const { token, userInfo } = await client.call(authenticateWalletAddress, { address, message, signature });
  return { AUTH_TOKEN: token, AUTH_USER: JSON.stringify(userInfo), prevAddr: userInfo.address, 'jufi:token-origin': origin, lang: 'en' };
}

async function waitUntilReady(origin: string): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (performance.now() < deadline) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(200);
  }
  throw new Error(`JuFi did not start:\n${jufi.output()}`);
}

async function serveTinyPages(): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url }, response) => {
    const other = TINY.find((path) => path !== url) ?? '/';
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Page</title><main><h1>Page ${url ?? ''}</h1><p><a href="${other}">The other</a></p></main>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
