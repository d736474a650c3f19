import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

type ReportKind = 'vitest' | 'playwright';

export interface Stage {
  name: string;
  /** A program in node_modules/.bin, or `node`. */
  command: string;
  args: readonly string[];
  environment?: Readonly<Record<string, string>> | undefined;
  /** How its report is counted; without one, the stage counts as one test. */
  report?: ReportKind | undefined;
}

export interface StageResult {
  passed: number;
  failed: number;
  /** Failures with their reasons, repeated at the end. */
  failures: readonly string[];
  seconds: number;
}

export async function runStage(stage: Stage): Promise<StageResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'jufi-report-'));
  const file = join(folder, 'report.json');
  const exitCode = await run(stage, file);
  const counted = stage.report === undefined ? undefined : readReport(stage.report, file);
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed, failures } = counted ?? { passed: exitCode === 0 ? 1 : 0, failed: 0, failures: [] };
  const seconds = (performance.now() - startedAt) / 1000;
  if (exitCode === 0 || failed > 0) return { passed, failed, failures, seconds };
  // A failure without a test (a file that doesn't load, a lint error) counts as one.
  return { passed, failed: 1, failures: failures.length > 0 ? failures : [`exit code ${exitCode}`], seconds };
}

async function run({ command, args, environment, report }: Stage, file: string): Promise<number> {
  const reporters =
    report === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
      : report === 'playwright'
        ? ['--reporter=list,json']
        : [];
  const child = spawn(command, [...args, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

interface Report {
  passed: number;
  failed: number;
  /** One or more lines per failure: where, what, and the start of the reason. */
  failures: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
});

interface PlaywrightSuite {
  specs: z.infer<typeof playwrightSpec>[];
  suites?: PlaywrightSuite[] | undefined;
}
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec), suites: z.array(playwrightSuite).optional() }),
);
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});

/** A stage's report; `undefined` if it failed before writing one. */
function readReport(kind: ReportKind, file: string): Report | undefined {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  return kind === 'vitest' ? ofVitest(vitestReport.parse(report)) : ofPlaywright(playwrightReport.parse(report));
}

function ofVitest({ numPassedTests, numFailedTests, testResults }: z.infer<typeof vitestReport>): Report {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails to load or set up reports no failed tests.
    if (tests.length === 0) return status === 'failed' ? [line(name, '', message)] : [];
    return tests.map(({ fullName, failureMessages }) => line(name, fullName, failureMessages?.[0]));
  });
  return { passed: numPassedTests, failed: Math.max(numFailedTests, failures.length), failures };
}

function ofPlaywright({ stats, suites }: z.infer<typeof playwrightReport>): Report {
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line: at, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => line(`${file}:${at}`, title, results.find(({ error }) => error)?.error?.message)),
    );
  // A test that passed on its second attempt hides a fault.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

function specsOf({ specs, suites }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...(suites ?? []).flatMap(specsOf)];
}

function line(file: string, test: string, why: string | undefined): string {
  const reason = stripVTControlCharacters(why ?? '')
    .split('\n')
    .slice(0, 12)
    .join('\n    ');
  return `${file}${test && ` › ${test}`}${reason && `\n    ${reason}`}`;
}
