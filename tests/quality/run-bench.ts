/** Runs all benches one after the other, then prints one table with the limits: `npm run bench`, or only some by the beginnings of their names. */
import { figures } from './figures.ts';
import { type Measured, measureFigures } from './measure-figures.ts';
import { isHeld, shown } from './quality-table.ts';

const wanted = process.argv.slice(2);
const benches = [...new Set(figures.map(({ stage }) => stage))].filter((name) => name.startsWith('bench-') || name === 'soak');
const chosen = benches.filter((name) => wanted.length === 0 || wanted.some((word) => name.replace('bench-', '').startsWith(word)));
if (chosen.length === 0) throw new Error(`No bench begins with ${wanted.join(' or ')}: ${benches.join(', ')}`);
const measured: Measured[] = [];
const failed: string[] = [];
for (const name of chosen) {
  const ofBench = figures.filter(({ stage }) => stage === name);
  const result = await measureFigures(name, ofBench);
  measured.push(...result.measured);
  failed.push(...result.failures.map((failure) => `✗ ${name}: ${failure}`));
}
const rows = measured.map(({ figure, figure: { what, limit, unit }, value }) => [
  what,
  value === null ? 'not given' : `${shown(figure, value)} ${unit}`.trim(),
  'most' in limit ? `at most ${limit.most}` : `at least ${limit.least}`,
]);
const width = Math.max(...rows.map(([what = '']) => what.length));
const held = measured.map(({ figure, value }) => value !== null && isHeld(figure, value));
for (const [index, [what = '', value = '', limit = '']] of rows.entries())
  console.log(`${held[index] === true ? '✓' : '✗'} ${what.padEnd(width)}  ${value.padStart(14)}  ${limit}`);
for (const line of failed) console.log(line);
if (held.includes(false) || failed.length > 0) process.exitCode = 1;
