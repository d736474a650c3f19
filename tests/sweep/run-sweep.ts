/**
 * Everything that takes too long for `npm test`, which it does not replace: `npm run sweep`, or with names of stages only those, such as
 * `npm run sweep -- durability`. Takes hours.
 */
import { runStage, type Stage } from '../support/run-stage.ts';

const REPEATS = 20;

const vitest = (name: string, files: readonly string[], environment: Record<string, string> = {}): Stage => ({
  name,
  command: 'vitest',
  args: ['run', ...files],
  environment,
  report: 'vitest',
});

const stages: readonly Stage[] = [
  vitest('malformed', ['tests/provider/http/malformed-requests.test.ts'], {
    MALFORMED_REQUESTS: '100000',
    MALFORMED_SEED: String(Date.now() % 1_000_000_000),
  }),
  vitest('access', ['tests/provider/http/access-table.test.ts']),
  // Random sequences and races: each run draws others.
  ...Array.from({ length: REPEATS }, (_, run) =>
    vitest(`models and races ${run + 1}`, ['model.test.ts', 'races.test.ts', 'invariants.test.ts']),
  ),
  vitest('jobs', ['tests/provider/jobs']),
  vitest('durability', ['tests/provider/durability'], { DURABILITY_ROUNDS: '1000' }),
  { name: 'bench ledger', command: 'node', args: ['tests/bench/ledger.ts'] },
  { name: 'bench provider', command: 'node', args: ['tests/bench/provider.ts'] },
];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? stages : stages.filter(({ name }) => wanted.some((word) => name.startsWith(word)));
if (chosen.length === 0) {
  console.error(`There is no stage ${wanted.join(', ')}: ${[...new Set(stages.map(({ name }) => name))].join(', ')}.`);
  process.exit(1);
}

const lines: string[] = [];
let failures = 0;
for (const stage of chosen) {
  const { passed, failed, seconds } = await runStage(stage);
  failures += failed;
  lines.push(`${failed === 0 ? '✓' : '✗'} ${stage.name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  console.log(lines.at(-1));
}
console.log(['', 'Sweep', ...lines, failures === 0 ? 'all passed' : `${failures} failed`].join('\n'));
process.exitCode = failures === 0 ? 0 : 1;
