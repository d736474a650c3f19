/**
 * How long it takes from the choice of a wallet in the browser to that wallet's own prompt, with nothing cached: `npm run bench:wallet-prompt -- [rounds]`.
 * Each round is a new browser on a slow phone (Slow 4G, processor slowed 4 times) that opens the landing page and the choice of wallets. The wallet is
 * pressed as soon as its row is seen, sooner than a person would read it and before the dialog is alive, and in rounds of their own after a second of
 * reading. Fails above the limit. Needs a build (`npm run build`).
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { fullBrowser } from '../e2e/support/test-browser.ts';
import { runJufiProcess } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { median } from './figures.ts';
import { noteFigure } from '../quality/note-figure.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const HIGHEST_MS = 1_500;
const READING_MS = 1_000;
const BYTES_PER_SECOND = 200_000;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };

/** Runs in the page before its own scripts: a wallet that announces itself (EIP-6963), and records when it gets the request to connect. */
const WALLET = `(() => {
  addEventListener('click', (event) => {
    if (event.target.closest?.('.wallet-opt')) window.benchChosenAt = event.timeStamp;
  }, true);
  const provider = {
    request: ({ method }) => {
      if (method === 'eth_requestAccounts') {
        window.benchPromptMs ??= performance.now() - window.benchChosenAt;
        return new Promise(() => {});
      }
      return Promise.resolve(method === 'eth_chainId' ? '0x1' : []);
    },
    on: () => {},
    removeListener: () => {},
  };
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', rdns: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml,<svg/>' };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
})()`;

const folder = temporaryFolder('bench');
const jufi = await runJufiProcess({
  entry: join(import.meta.dirname, '../../server/start.ts'),
  dataFolder: folder,
  environment: { CHAIN_MARKET: 'off' },
});
try {
  await waitUntilReady(jufi.url);
  for (const [name, readingMs] of [
    ['at once', 0],
    ['after a second', READING_MS],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await promptAfter(readingMs));
    console.log(
      `chosen ${name}: ${median(times).toFixed(0)} ms to the prompt (${times.map((each) => each.toFixed(0)).join(', ')}; at most ${HIGHEST_MS})`,
    );
    noteFigure('wallet-prompt', median(times));
    if (median(times) > HIGHEST_MS) process.exitCode = 1;
  }
} finally {
  jufi.kill('SIGTERM');
  await jufi.exited;
  rmSync(folder, { recursive: true, force: true });
}

async function promptAfter(readingMs: number): Promise<number> {
  const { path, environment } = await fullBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu'],
    env: environment,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 }, locale: 'en-US' });
    await page.addInitScript(WALLET);
    await slowDown(page);
    await page.goto(jufi.url, { waitUntil: 'domcontentloaded' });
    await page.locator('[data-when=out][commandfor=wallet-modal]').first().click();
    const row = page.locator('#wallet-modal .wallet-opt', { hasText: 'MetaMask' });
    await row.waitFor();
    await wait(readingMs);
    await row.click();
    const ms = await page.waitForFunction(() => Reflect.get(window, 'benchPromptMs') as number | undefined);
    const slowest = await page.evaluate(() => Math.max(...performance.getEntriesByType('resource').map(({ duration }) => duration)));
    if (slowest < SLOW_4G.latency) throw new Error(`The line is not slow: the slowest file took ${slowest.toFixed(0)} ms.`);
    return Number(await ms.jsonValue());
  } finally {
    await browser.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_4G);
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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
