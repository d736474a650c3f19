import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Of the provider, what is tested on a second PostgreSQL too, of the oldest version that is supported: where the SQL itself is what could differ. With
 * `POSTGRES_15=whole`, as in `npm run sweep`, all of it.
 */
const onSecondPostgres =
  process.env['POSTGRES_15'] === 'whole'
    ? ['tests/provider/**/*.test.ts']
    : [
        'tests/provider/db/*.test.ts',
        'tests/provider/jobs/jobs.test.ts',
        'tests/provider/ledger/*.test.ts',
        'tests/provider/dashboard/home.test.ts',
        'tests/provider/power/power.test.ts',
        'tests/provider/wallet/transaction-list.test.ts',
      ];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests wait for the database and for processes they start: with as many workers as there are cores, a third of two cores is idle.
    maxWorkers: 3,
    // The zone is UTC, as in the browser tests: a test that needs another one sets it. The cache saves a third of the time of a process that a test starts.
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/e2e/**', 'tests/second-postgres/**', 'tests/provider/**', 'node_modules/**', 'dist/**'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded-provider',
          include: ['tests/provider/**/*.test.ts'],
          // The provider's modules keep nothing between calls: files of one worker share them, which takes a third of the processors' time less.
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-15',
          include: ['tests/second-postgres/*.test.ts', ...onSecondPostgres],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
