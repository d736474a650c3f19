/**
 * What to know after a small change, in less than two minutes: `npm run quick`. Types as a whole, lint of what was changed since the last commit, and of the
 * tests that it reaches those nearest to it. Says how many others there are; `npm test` runs them all.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { chooseTests } from './choose-tests.ts';

/** The tests' time if they ran one after the other; three run at a time. */
const WITHIN_MS = 150_000;
const LINTED = /\.(ts|tsx|astro|mjs)$/;

const listed = z.array(z.object({ file: z.string(), projectName: z.string() }));
/** Vitest's record of each file's last run. */
const kept = z.object({
  projects: z.record(z.string(), z.object({ files: z.record(z.string(), z.object({ failed: z.boolean(), duration: z.number() })) })),
});

const startedAt = performance.now();
const changed = [
  ['diff', '--name-only', '--diff-filter=d', 'HEAD'],
  ['ls-files', '--others', '--exclude-standard'],
].flatMap(linesOfGit);
const linted = changed.filter((file) => LINTED.test(file));
const outcomes = await Promise.all([
  // Only Astro's own check reads pages; it takes three times as long.
  changed.some((file) => file.endsWith('.astro')) ? run('astro', ['check']) : run('tsc', ['--noEmit', '-p', '.']),
  linted.length === 0 ? true : run('eslint', ['--no-warn-ignored', ...linted]),
]);
outcomes.push(await runTests());
console.log(`${outcomes.includes(false) ? 'failed' : 'passed'} in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
process.exitCode = outcomes.includes(false) ? 1 : 0;

function linesOfGit(args: readonly string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

async function runTests(): Promise<boolean> {
  const list = execFileSync('vitest', ['list', '--changed', '--filesOnly', '--json', '--project', 'embedded*'], { encoding: 'utf8' });
  const found = listed.parse(JSON.parse(list.slice(list.indexOf('['))));
  if (found.length === 0) return true;
  const last = lastRuns();
  const files = found.map(({ file }) => file.slice(process.cwd().length + 1));
  const chosen = chooseTests(
    files.map((file) => ({ file, durationMs: last[file]?.duration, failed: last[file]?.failed })),
    changed,
    WITHIN_MS,
  );
  console.log(`${chosen.length} of ${files.length} test files that the change reaches`);
  return run('vitest', ['run', '--project', 'embedded*', ...chosen]);
}

function lastRuns(): Record<string, { failed: boolean; duration: number }> {
  const [file] = globSync('node_modules/.vite/vitest/*/results.json');
  if (file === undefined || !existsSync(file)) return {};
  const read = kept.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  const { embedded, 'embedded-provider': provider } = read.data?.projects ?? {};
  return { ...embedded?.files, ...provider?.files };
}

function run(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}
