import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { runJufiProcess } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { followStep, writtenSteps } from './written-steps.ts';

/** `npm run test:long` also compiles and runs what was written. */
const isWhole = process.env['FOLLOW_WHOLE'] === '1';
const ROOT = join(import.meta.dirname, '../..');

vi.setConfig({ testTimeout: isWhole ? 600_000 : 60_000 });

let copy: string;
beforeAll(() => {
  copy = temporaryFolder('follow');
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0')) {
    if (file === '') continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return () => rmSync(copy, { recursive: true, force: true });
});

it('each step of the documents finds the lines that it names', () => {
  const steps = ['docs/add-a-call.md', 'docs/add-a-page.md'].flatMap(writtenSteps);
  expect(steps.length).toBeGreaterThan(12);
  for (const step of steps) followStep(copy, step);
  for (const language of ['zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de']) nameIn(language);
});

it.runIf(isWhole)('what was written compiles, is linted and tested', () => {
  const run = (tool: string, ...words: string[]): void => {
    const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), words, { cwd: copy, encoding: 'utf8' });
    expect(status, `${tool}: ${stdout}${stderr}`).toBe(0);
  };
  run('tsc', '--noEmit', '-p', '.');
  run('eslint', 'provider/modules/dashboard', 'src/lib/api/contract', 'src/lib/navigation.ts');
  run('vitest', 'run', '--project', 'quick-provider', 'tests/provider/dashboard/greeting.test.ts');
});

it.runIf(isWhole)('npm run dev shows it, and picks up a new page and a change of the provider', async () => {
  const dataFolder = temporaryFolder('follow-data');
  const jufi = await runJufiProcess({ npmFolder: copy, npmScript: 'dev', dataFolder });
  onTestFinished(async () => {
    jufi.kill('SIGTERM');
    await jufi.exited;
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await jufi.says('JuFi is ready');
  const read = async (path: string): Promise<string> => (await fetch(`${jufi.url}${path}`)).text().catch(String);
  const becomes = (path: string, text: string) => expect.poll(() => read(path).catch(String), { timeout: 120_000, interval: 200 }).toContain(text);
  await becomes('/api/dashboard/greeting', 'Good morning');
  await becomes('/hello', 'Good to see you.');

  const page = readFileSync(join(copy, 'src/pages/[...locale]/hello.astro'), 'utf8');
  writeFileSync(join(copy, 'src/pages/[...locale]/good-bye.astro'), page.replace("{t('intro')}", 'See you soon'));
  await becomes('/good-bye', 'See you soon');
  const handler = join(copy, 'provider/modules/dashboard/greet.ts');
  writeFileSync(handler, readFileSync(handler, 'utf8').replace('Good morning', 'Good evening'));
  await becomes('/api/dashboard/greeting', 'Good evening');
});

/** The document leaves the other languages to translators. */
function nameIn(language: string): void {
  const path = join(copy, `public/locales/${language}/common.json`);
  writeFileSync(path, readFileSync(path, 'utf8').replace('    "score":', '    "hello": "Hello",\n    "score":'));
}
