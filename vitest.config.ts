import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { fullOnOldestPostgres, fullTests, quickOnOldestPostgres } from './tests/tiers.ts';

const PROVIDER = 'tests/provider/**/*.test.ts';
const BROWSER = 'tests/e2e/**';

/** The provider's modules keep nothing between calls: files of one worker share them, which takes a third of the processors' time less. */
const shared = { isolate: false };

function project(
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  more: typeof shared | object = {},
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...exclude, BROWSER, 'node_modules/**', 'dist/**'],
      globalSetup: ['tests/support/global-setup.ts'],
      ...more,
    },
  };
}

const ofProvider = (file: string): boolean => file.startsWith('tests/provider/');
const elsewhere = fullTests.filter((file) => !ofProvider(file));

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests wait for the database and for processes they start: with as many workers as there are cores, a third of two cores is idle.
    maxWorkers: 3,
    // The zone is UTC, as in the browser tests: a test that needs another one sets it. The cache saves a third of the time of a process that a test starts.
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    projects: [
      project('quick', ['tests/**/*.test.{ts,tsx}'], [...elsewhere, PROVIDER, 'tests/second-postgres/**']),
      project('quick-provider', [PROVIDER], fullTests, shared),
      // On a second PostgreSQL, of the oldest version that is supported: where the SQL itself is what could differ.
      project('quick-postgres-15', quickOnOldestPostgres, []),
      project('full', elsewhere, []),
      project('full-provider', fullTests.filter(ofProvider), [], shared),
      project('full-postgres-15', fullOnOldestPostgres, []),
      // For `npm run test:long`.
      ...(process.env['POSTGRES_15'] === 'whole' ? [project('postgres-15-whole', ['tests/second-postgres/*.test.ts', PROVIDER], [])] : []),
    ],
  },
});
