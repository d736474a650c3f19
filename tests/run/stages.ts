import { siteSettings } from '../e2e/support/ports.ts';
import type { Stage } from './run-stage.ts';

/**
 * Both chains run in parallel. Of the types, oxlint checks those of TypeScript's files, and Astro's own check those of pages. The site is the one that the browser
 * tests start, and whose files the development wallet's tests read.
 */
export const checks: readonly (readonly Stage[])[] = [
  [
    { name: 'lint and types', command: 'oxlint', args: [] },
    { name: 'dead code', command: 'knip', args: [] },
    { name: 'code for tests only', command: 'knip', args: ['--production', '--exclude', 'dependencies,unlisted'] },
  ],
  [
    { name: 'build', command: 'node', args: ['server/build.ts'], environment: siteSettings },
    { name: 'imports and shapes', command: 'eslint', args: ['.'] },
    { name: 'types of pages', command: 'astro', args: ['check', '--tsconfig', 'tsconfig.pages.json'] },
    { name: 'format', command: 'oxfmt', args: ['--check'] },
  ],
];

/** What `npm test` runs: see `tests/tiers.ts`. */
export const quickStages: readonly Stage[] = [
  { name: 'unit', command: 'vitest', args: ['run', '--project', 'quick*', '--tags-filter', '!full'], report: 'vitest' },
  { name: 'browser', command: 'playwright', args: ['test', '--project', 'quick*'], report: 'playwright' },
];

/** What `npm run test:full` runs besides. */
export const fullStages: readonly Stage[] = [
  { name: 'unit, full', command: 'vitest', args: ['run', '--project', 'full*'], report: 'vitest' },
  { name: 'unit, full by tag', command: 'vitest', args: ['run', '--project', 'quick*', '--tags-filter', 'full'], report: 'vitest' },
  {
    name: 'kills, full',
    command: 'vitest',
    args: ['run', '--project', 'quick-provider', 'tests/provider/durability/durability.test.ts', 'tests/provider/payouts/kills.test.ts'],
    environment: { DURABILITY_ROUNDS: '6', PAYOUT_KILLS: 'each' },
    report: 'vitest',
  },
  { name: 'browser, full', command: 'playwright', args: ['test', '--project', 'full*'], report: 'playwright' },
  { name: 'Firefox', command: 'playwright', args: ['test', '--project', 'firefox', '--workers', '1'], report: 'playwright' },
];

const REPEATS = 20;

const vitest = (name: string, files: readonly string[], environment: Record<string, string> = {}, project = '!*postgres-15*'): Stage => ({
  name,
  command: 'vitest',
  args: ['run', '--project', project, ...files],
  environment,
  report: 'vitest',
});

/** What `npm run test:long` runs, in hours: all of them, or some by the beginnings of their names. */
export const longStages: readonly Stage[] = [
  { name: 'weights', command: 'playwright', args: ['test', 'script-weight'], report: 'playwright' },
  vitest('malformed', ['tests/provider/http/malformed-requests.test.ts'], {
    MALFORMED_REQUESTS: '100000',
    MALFORMED_SEED: String(Date.now() % 1_000_000_000),
  }),
  vitest('hostile-addresses', ['tests/lib/api/hostile-base-urls.test.ts', 'tests/lib/visit/hostile-addresses.test.ts'], {
    HOSTILE_ADDRESSES: '100000',
  }),
  vitest('sign-in-messages', ['tests/provider/account/mutated-messages.test.ts'], {
    MUTATED_MESSAGES: '100000',
    MUTATED_MESSAGES_SENT: '5000',
    MUTATED_SEED: String(Date.now() % 1_000_000_000),
  }),
  vitest('contracts', ['tests/chain/campaigns.test.ts', 'tests/chain/compile.test.ts'], {
    CONTRACT_CALLS: '1002000',
    CONTRACT_SEED: process.env['CONTRACT_SEED'] ?? String(Date.now() % 1_000_000_000),
  }),
  { name: 'contracts-lint', command: 'node', args: ['tests/long/lint-contracts.ts'] },
  { name: 'mutation', command: 'node', args: ['tests/long/mutate.ts'] },
  vitest('access', ['tests/provider/http/access-table.test.ts']),
  // Random sequences and races: each run draws others.
  ...Array.from({ length: REPEATS }, (_, run) =>
    vitest(`models-and-races-${run + 1}`, ['model.test.ts', 'races.test.ts', 'invariants.test.ts']),
  ),
  vitest('jobs', ['tests/provider/jobs']),
  vitest('postgres-15', [], { POSTGRES_15: 'whole' }, 'postgres-15-whole'),
  vitest('durability', ['tests/provider/durability'], { DURABILITY_ROUNDS: '1000' }),
  vitest('documents', ['tests/docs/follow-the-docs.test.ts'], { FOLLOW_WHOLE: '1' }),
  vitest('pseudo-language', ['tests/integrations/pseudo-texts.test.ts'], { PSEUDO_TEXTS: 'true' }),
  vitest('upgrade', ['tests/provider/durability/upgrade.test.ts'], { UPGRADE_SECONDS: '3600', UPGRADE_PAUSE_MS: '200' }),
  vitest('chain-money', ['tests/provider/payouts/random-money.test.ts'], {
    CHAIN_MOVES: '1000',
    CHAIN_SEED: process.env['CHAIN_SEED'] ?? String(Date.now() % 1_000_000_000),
  }),
  vitest('deploy', ['tests/deploy', 'tests/provider/durability/pgbouncer', 'tests/provider/durability/patroni'], {
    REQUIRE_TOOLS: '1',
    PGBOUNCER_PAYMENTS: '3000',
  }),
  { name: 'rehearse', command: 'node', args: ['tests/rehearse/run-rehearse.ts'] },
  { name: 'first-day', command: 'node', args: ['tests/rehearse/first-day.ts'] },
  vitest('hostile-payouts', ['tests/provider/payouts/fair-turns.test.ts'], { HOSTILE_ORDERS_PER_MEMBER: '25' }),
  {
    name: 'browser-matrices',
    command: 'playwright',
    args: [
      'test',
      'first-screen',
      'accessibility',
      'every-page',
      'every-fault',
      'every-act',
      'early-presses',
      'lost-requests',
      'for-everyone',
      'hostile-answers',
      'links',
      'newcomer',
      'security-policy',
      'steady-pages',
      'wallet-vendors',
    ],
    environment: { E2E_WHOLE: '1' },
    report: 'playwright',
  },
  {
    name: 'pseudo-pages',
    command: 'playwright',
    args: ['test', 'every-page', '-g', 'fits narrow and wide'],
    environment: { E2E_WHOLE: '1', PSEUDO_TEXTS: 'true' },
    report: 'playwright',
  },
  { name: 'soak', command: 'node', args: ['tests/bench/soak.ts'] },
  { name: 'bench-attack', command: 'node', args: ['tests/bench/attack.ts'] },
  { name: 'bench-chain', command: 'node', args: ['tests/bench/chain.ts'] },
  { name: 'bench-ledger', command: 'node', args: ['tests/bench/ledger.ts'] },
  { name: 'bench-site', command: 'node', args: ['tests/bench/site.ts'] },
  { name: 'bench-pages', command: 'node', args: ['tests/bench/pages.ts'] },
  { name: 'bench-lighthouse', command: 'node', args: ['tests/bench/lighthouse.ts'] },
  { name: 'bench-navigation', command: 'node', args: ['tests/bench/navigation.ts'] },
  { name: 'bench-wallet-prompt', command: 'node', args: ['tests/bench/wallet-prompt.ts'] },
  { name: 'bench-history', command: 'node', args: ['tests/bench/history.ts'] },
  { name: 'bench-team', command: 'node', args: ['tests/bench/team.ts'] },
  { name: 'bench-sales', command: 'node', args: ['tests/bench/sales.ts'] },
  { name: 'bench-provider', command: 'node', args: ['tests/bench/provider.ts'] },
];
