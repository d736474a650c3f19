/**
 * Runs a tier of the tests: `quick`, `quick full`, or `long`, the latter as a whole or only stages by the beginnings of their names, such as
 * `npm run test:long -- malformed durability`. Runs all stages even if some fail, so that one run reports everything; the last line is the total.
 */
import { runStage, type Stage } from './run-stage.ts';
import { checks, fullStages, longStages, quickStages } from './stages.ts';

const [first, ...rest] = process.argv.slice(2);
const summary: string[] = [];
const failures: string[] = [];
let [passed, failed] = [0, 0];

async function runInTurn(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    const result = await runStage(stage);
    passed += result.passed;
    failed += result.failed;
    failures.push(...result.failures.map((failure) => `✗ ${stage.name}: ${failure}`));
    const line = `— ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s`;
    summary.push(line);
    console.log(line);
  }
}

function chosen(wanted: readonly string[]): readonly Stage[] {
  const stranger = wanted.find((word) => !longStages.some(({ name }) => name.startsWith(word)));
  if (stranger !== undefined) throw new Error(`No stage begins with ${stranger}: ${longStages.map(({ name }) => name).join(', ')}.`);
  return wanted.length === 0 ? longStages : longStages.filter(({ name }) => wanted.some((word) => name.startsWith(word)));
}

if (first === 'long') await runInTurn(chosen(rest));
else {
  await Promise.all(checks.map(runInTurn));
  await runInTurn(quickStages);
  if (rest.includes('full')) await runInTurn(fullStages);
}
console.log(['', ...summary, ...failures, `${passed} passed, ${failed} failed`].join('\n'));
process.exitCode = failed === 0 ? 0 : 1;
