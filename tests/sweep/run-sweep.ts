/**
 * Everything that takes too long for `npm test`, which it does not replace: `npm run sweep`, or only some parts by the beginnings of their names, such as
 * `npm run sweep -- malformed` or `npm run sweep -- postgres-15 durability`. All of it takes hours.
 */
import { runStage } from '../support/run-stage.ts';
import { stages } from './stages.ts';

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
