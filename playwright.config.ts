import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { siteOrigin, siteSettings } from './tests/e2e/support/ports.ts';
import { fullBrowser, quickBrowser, type TestBrowser } from './tests/e2e/support/test-browser.ts';
import { inFirefoxToo, quickJourneys } from './tests/tiers.ts';

const [QUICK, FULL] = [/@quick/, /@full/];
/** Saves two cores an eighth of the work: all pages share a process, and V8 compiles in it alone. In the full tier, pages have what members' pages have. */
const IN_ONE_PROCESS = ['--disable-site-isolation-trials', '--renderer-process-limit=1', '--js-flags=--single-threaded'];
const [quick, full] = [inBrowser(await quickBrowser(), IN_ONE_PROCESS), inBrowser(await fullBrowser(), [])];

function inBrowser({ path, environment }: TestBrowser, more: readonly string[]) {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // As on phones. Without a head, scrollbars are hidden but keep their place.
    '--enable-features=OverlayScrollbar',
    ...more,
  ];
  return { use: { launchOptions: { executablePath: path, env: environment, args } } };
}

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'quick', ...quick, testMatch: [...quickJourneys], grepInvert: FULL },
    { name: 'quick-by-tag', ...quick, testMatch: '**/*.e2e.ts', testIgnore: [...quickJourneys], grep: QUICK },
    { name: 'full', ...full, testMatch: '**/*.e2e.ts', testIgnore: [...quickJourneys], grepInvert: QUICK },
    { name: 'full-by-tag', ...full, testMatch: [...quickJourneys], grep: FULL },
    {
      name: 'firefox',
      testMatch: [...inFirefoxToo],
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: join(import.meta.dirname, 'tests/e2e/support/firefox-between.ts') },
      },
    },
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: siteOrigin,
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a worker asks for passes by a test's routes; offline.e2e.ts tests it.
    serviceWorkers: 'block',
    // Recording costs a third of the run's time: `E2E_TRACE=1` when a failure has to be looked into.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
  },
  webServer: {
    command: 'node tests/e2e/support/start-fresh.ts',
    url: `${siteOrigin}/api/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    // While tests are written: `E2E_REUSE=1` takes the server that runs there already.
    reuseExistingServer: Boolean(process.env['E2E_REUSE']),
    env: {
      ...siteSettings,
      // A throw-away key: no push service is reached from here.
      PUSH_PRIVATE_KEY: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
      PUSH_CONTACT: 'mailto:operator@jufi.example',
    },
    stdout: 'pipe',
  },
});
