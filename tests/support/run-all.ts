import { existsSync } from 'node:fs';

import { runStage, type Stage } from './run-stage.ts';

const stages: readonly Stage[] = [
  { name: 'format', command: 'prettier', args: ['--check', '.'] },
  { name: 'lint', command: 'eslint', args: ['.'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', '.'] },
  { name: 'pages', command: 'astro', args: ['check'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'unit', command: 'vitest', args: ['run'], report: 'vitest' },
  { name: 'build', command: 'node', args: ['server/build.ts'] },
  ...(existsSync('playwright.config.ts')
    ? ([{ name: 'browser', command: 'playwright', args: ['test'], report: 'playwright' }] satisfies Stage[])
    : []),
];

/** All stages run, whatever fails, so that one run tells everything; the last line is the sum. */
let [passed, failed] = [0, 0];
const failures: string[] = [];
for (const stage of stages) {
  const result = await runStage(stage);
  passed += result.passed;
  failed += result.failed;
  failures.push(...result.failures.map((failure) => `✗ ${stage.name}: ${failure}`));
  console.log(`— ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s`);
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
