/**
 * Mutation testing (Stryker) of what money and sessions hang on: `npm run test:long -- mutation`, or by hand for some areas by the beginnings of their names. Fails below
 * 90 % of an area's mutants killed, and on a survivor that isn't listed as equivalent in `equivalent-mutants.ts`. Stryker comes from the registry with its
 * first run and lies beside the caches: it isn't a dependency, since it would bring 177 packages to every checkout.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { equivalentMutants } from './equivalent-mutants.ts';
import { noteFigure } from '../quality/note-figure.ts';

const VERSION = '10.1.1';
const LEAST_PERCENT = 90;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Below node_modules, so that Stryker's runner finds this project's Vitest. */
const HOME = join(ROOT, 'node_modules/.cache/mutation');

interface Area {
  files: readonly string[];
  /** The unit tests of these files, which need neither database nor chain. */
  tests: readonly string[];
}

const AREAS: Readonly<Record<string, Area>> = {
  amount: { files: ['src/lib/amount.ts'], tests: ['tests/lib/amount.test.ts'] },
  plans: {
    files: [
      'provider/ledger/plan-postings.ts',
      'provider/modules/wallet/plan-transfer.ts',
      'provider/modules/treasury/plan-purchase.ts',
      'src/lib/transfer/transfer-fee.ts',
    ],
    tests: [
      'tests/provider/ledger/plan-postings.test.ts',
      'tests/provider/wallet/plan-transfer.test.ts',
      'tests/provider/treasury/plan-purchase.test.ts',
      'tests/lib/transfer/transfer.test.ts',
    ],
  },
  session: {
    files: [
      'src/stores/session.ts',
      'src/islands/session/use-wallets.ts',
      'src/lib/session/invitation.ts',
      'src/lib/session/kept-session.ts',
    ],
    tests: ['tests/lib/session/*.test.ts', 'tests/lib/storage/store-session.test.ts', 'tests/stores/session.test.ts'],
  },
  intent: {
    files: ['provider/modules/intent/require-signed.ts', 'src/lib/api/contract/transfer-intent.ts'],
    tests: ['tests/provider/intent/*.test.ts', 'tests/lib/transfer/transfer.test.ts'],
  },
  siwe: {
    files: [
      'provider/modules/account/sign-in-message.ts',
      'provider/modules/account/recover-signer.ts',
      'src/lib/wallet-flow/check-sign-in-message.ts',
    ],
    tests: [
      'tests/provider/account/read-sign-in-message.test.ts',
      'tests/provider/account/recover-signer.test.ts',
      'tests/lib/wallet-flow/check-sign-in-message.test.ts',
    ],
  },
};

const position = z.object({ line: z.number(), column: z.number() });
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().default(''),
          status: z.string(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});
type Files = z.infer<typeof report>['files'];

const wanted = process.argv.slice(2);
const areas = Object.entries(AREAS).filter(([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
install();
// One area after the other, because a mutant in code that runs once, at import, is tried by all tests.
for (const [name, area] of areas) {
  try {
    reportArea(name, area.files, mutate(area));
  } catch (error) {
    // The other areas' results are worth having even without this one's.
    process.exitCode = 1;
    console.error(`${name}: not tried`, error);
  }
}

function mutate({ files, tests }: Area): Files {
  const folder = mkdtempSync(join(tmpdir(), 'jufi-mutation-'));
  try {
    const reportFile = join(folder, 'report.json');
    const testSettings = { include: tests, testTimeout: 30_000, env: { TZ: 'UTC' } };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(testSettings)} };\n`);
    const settings = {
      mutate: files,
      testRunner: 'vitest',
      vitest: { configFile: join(folder, 'vitest.config.mjs'), related: false },
      coverageAnalysis: 'perTest',
      concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
      reporters: ['clear-text', 'json'],
      clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
      jsonReporter: { fileName: reportFile },
      tempDirName: join(folder, 'sandbox'),
      ignorePatterns: ['dist', 'data', 'test-results', '.astro', 'tests/e2e', 'docs'],
      timeoutMS: 20_000,
      allowEmpty: false,
    };
    const settingsFile = join(folder, 'stryker.json');
    writeFileSync(settingsFile, JSON.stringify(settings));
    const { status } = spawnSync(process.execPath, [join(HOME, 'node_modules/.bin/stryker'), 'run', settingsFile], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) throw new Error(`Stryker ended with ${String(status)}`);
    return report.parse(JSON.parse(readFileSync(reportFile, 'utf8'))).files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(): void {
  if (existsSync(join(HOME, `installed-${VERSION}`))) return;
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, 'package.json'), JSON.stringify({ private: true }));
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  // Without peers, or npm would install a second Vitest next to the one to use.
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--save-exact', ...packages];
  const { status } = spawnSync('npm', args, { cwd: HOME, stdio: 'inherit' });
  if (status !== 0) throw new Error('Stryker could not be installed');
  writeFileSync(join(HOME, `installed-${VERSION}`), '');
}

function reportArea(name: string, paths: readonly string[], all: Files): void {
  const mutants = paths.flatMap((path) =>
    (all[path]?.mutants ?? []).map((mutant) => ({ path, line: lineOf(all, path, mutant), ...mutant })),
  );
  const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const killed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const percent = (100 * killed) / counted.length;
  const survivors = counted.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  console.log(`${name}: ${percent.toFixed(1)} % of ${counted.length} mutants killed, ${survivors.length} live`);
  noteFigure(`mutation-${name}`, percent);
  if (!(percent >= LEAST_PERCENT)) process.exitCode = 1;
  for (const { path, line, location, mutatorName, replacement } of survivors) {
    const reason = equivalentMutants.find(
      (known) => known.path === path && known.line === line && known.replacement === replacement,
    )?.reason;
    if (reason === undefined) process.exitCode = 1;
    console.log(`  ${reason === undefined ? '✗' : '✓'} ${path}:${location.start.line} ${mutatorName}: ${line} → ${replacement}`);
    console.log(`      ${reason ?? 'not looked at yet'}`);
  }
}

function lineOf(all: Files, path: string, { location }: { location: { start: { line: number } } }): string {
  return all[path]?.source.split('\n')[location.start.line - 1]?.trim() ?? '';
}
