import { siteSettings } from '../e2e/support/ports.ts';
import { runStage, type Stage } from './run-stage.ts';

/** Each uses one processor, so two run in parallel. `astro check` checks the types of pages and all other files. */
const checks: readonly (readonly Stage[])[] = [
  [{ name: 'lint', command: 'eslint', args: ['.'] }],
  [
    { name: 'types', command: 'astro', args: ['check'] },
    { name: 'format', command: 'prettier', args: ['--check', '.'] },
    { name: 'dead code', command: 'knip', args: [] },
  ],
];
const tests: readonly Stage[] = [
  // The site that the browser tests start, and whose files the development wallet's tests read.
  { name: 'build', command: 'node', args: ['server/build.ts'], environment: siteSettings },
  { name: 'unit', command: 'vitest', args: ['run'], report: 'vitest' },
  { name: 'browser', command: 'playwright', args: ['test'], report: 'playwright' },
];

let [passed, failed] = [0, 0];
const failures: string[] = [];

async function runInTurn(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    const result = await runStage(stage);
    passed += result.passed;
    failed += result.failed;
    failures.push(...result.failures.map((failure) => `✗ ${stage.name}: ${failure}`));
    console.log(`— ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s`);
  }
}

// Runs all stages even if some fail, so that one run reports everything; the last line is the total.
await Promise.all(checks.map(runInTurn));
await runInTurn(tests);
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
