import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { fullOnOldestPostgres, fullTests, quickOnOldestPostgres } from './tests/tiers.ts';

const PROVIDER = 'tests/provider/**/*.test.ts';
const BROWSER = 'tests/e2e/**';

// The zone of all tests is UTC, as in the browser: a test that needs another one sets it. Threads have the zone of their process.
process.env['TZ'] = 'UTC';

/** Files of one worker share its modules: to import them for each file takes longer than to test them. */
const shared = { isolate: false };
/** Threads cost less than processes, and two are as quick as three: each imports everything once. */
const inThreads = { ...shared, pool: 'threads', maxWorkers: 2, sequence: { groupOrder: 1 } } as const;

/** Files that replace a module, or set the zone: each has a process to itself. */
const apart = globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.mock\(|process\.env\['TZ'\] =/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

function project(
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  more: typeof shared | typeof inThreads | object = {},
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
    // Saves a third of the time of a process that a test starts.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    tags: [{ name: 'full', description: 'Runs in the full tier, though its file is in the quick one.' }],
    projects: [
      project('quick', ['tests/**/*.test.{ts,tsx}'], [...elsewhere, ...apart, PROVIDER, 'tests/second-postgres/**'], inThreads),
      project('quick-apart', apart, [...elsewhere, PROVIDER]),
      project('quick-provider', [PROVIDER], fullTests, shared),
      // On a second PostgreSQL, of the oldest version that is supported: where the SQL itself is what could differ.
      project('quick-postgres-15', quickOnOldestPostgres, [], shared),
      project('full', elsewhere, []),
      project('full-provider', fullTests.filter(ofProvider), [], shared),
      project('full-postgres-15', fullOnOldestPostgres, []),
      // For `npm run test:long`.
      ...(process.env['POSTGRES_15'] === 'whole' ? [project('postgres-15-whole', ['tests/second-postgres/*.test.ts', PROVIDER], [])] : []),
    ],
  },
});
