import { defineConfig } from '@playwright/test';
import { browserPath } from './tests/e2e/support/browser-path.ts';
import { e2ePorts } from './tests/e2e/support/ports.ts';

const { site, chain } = e2ePorts;
const baseURL = `http://127.0.0.1:${site}`;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  webServer: {
    command: 'node server/start.ts',
    url: `${baseURL}/api/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: { PORT: String(site), CHAIN_PORT: String(chain), DATA_DIR: '.data/e2e', PUBLIC_SITE_URL: baseURL },
    stdout: 'pipe',
  },
});
