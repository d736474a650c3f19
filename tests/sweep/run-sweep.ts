/**
 * Everything that takes too long for `npm test`, which it does not replace: `npm run sweep`, or with beginnings of names only those parts, such as
 * `npm run sweep -- malformed` or `npm run sweep -- postgres-15 durability`. All of it takes hours.
 */
import { runStage, type Stage } from '../support/run-stage.ts';

const REPEATS = 20;

const vitest = (name: string, files: readonly string[], environment: Record<string, string> = {}, project = 'embedded'): Stage => ({
  name,
  command: 'vitest',
  args: ['run', '--project', project, ...files],
  environment,
  report: 'vitest',
});

const stages: readonly Stage[] = [
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
  vitest('access', ['tests/provider/http/access-table.test.ts']),
  // Random sequences and races: each run draws others.
  ...Array.from({ length: REPEATS }, (_, run) =>
    vitest(`models-and-races-${run + 1}`, ['model.test.ts', 'races.test.ts', 'invariants.test.ts']),
  ),
  vitest('jobs', ['tests/provider/jobs']),
  vitest('postgres-15', [], { POSTGRES_15: 'whole' }, 'postgres-15'),
  vitest('durability', ['tests/provider/durability'], { DURABILITY_ROUNDS: '1000' }),
  vitest('documents', ['tests/docs/follow-the-docs.test.ts'], { FOLLOW_WHOLE: '1' }),
  vitest('pseudo-language', ['tests/integrations/pseudo-texts.test.ts'], { PSEUDO_TEXTS: 'true' }),
  vitest('upgrade', ['tests/provider/durability/upgrade.test.ts'], { UPGRADE_SECONDS: '3600' }),
  vitest('chain-money', ['tests/provider/payouts/random-money.test.ts'], {
    CHAIN_MOVES: '1000',
    CHAIN_SEED: process.env['CHAIN_SEED'] ?? String(Date.now() % 1_000_000_000),
  }),
  vitest('deploy', ['tests/deploy', 'tests/provider/durability/pgbouncer'], { REQUIRE_TOOLS: '1', PGBOUNCER_PAYMENTS: '3000' }),
  { name: 'rehearse', command: 'node', args: ['tests/rehearse/run-rehearse.ts'] },
  vitest('hostile-payouts', ['tests/provider/payouts/fair-turns.test.ts'], { HOSTILE_ORDERS_PER_MEMBER: '25' }),
  {
    name: 'browser-matrices',
    command: 'playwright',
    args: ['test', 'first-screen', 'accessibility', 'every-page', 'links', 'security-policy', 'newcomer'],
    environment: { E2E_WHOLE: '1' },
    report: 'playwright',
  },
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
  { name: 'bench-provider', command: 'node', args: ['tests/bench/provider.ts'] },
];

const wanted = process.argv.slice(2);
const stranger = wanted.find((word) => !stages.some(({ name }) => name.startsWith(word)));
if (stranger !== undefined) {
  console.error(`There is no part ${stranger}: ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = wanted.length === 0 ? stages : stages.filter(({ name }) => wanted.some((word) => name.startsWith(word)));

const lines: string[] = [];
let [passed, failed] = [0, 0];
for (const stage of chosen) {
  const result = await runStage(stage);
  passed += result.passed;
  failed += result.failed;
  lines.push(
    `${result.failed === 0 ? '✓' : '✗'} ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s`,
  );
  console.log(lines.at(-1));
}
console.log(['', 'Sweep', ...lines, `${passed} passed, ${failed} failed`].join('\n'));
process.exitCode = failed === 0 ? 0 : 1;
