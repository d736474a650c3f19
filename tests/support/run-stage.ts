import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

export interface Stage {
  name: string;
  /** A program of node_modules/.bin, or `node`. */
  command: string;
  args: readonly string[];
  environment?: Readonly<Record<string, string>> | undefined;
  /** How its report is counted; without one the stage is one test. */
  report?: 'vitest' | 'playwright' | undefined;
}

export interface StageResult {
  passed: number;
  failed: number;
  seconds: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) });

export async function runStage(stage: Stage): Promise<StageResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'jufi-report-'));
  const file = join(folder, 'report.json');
  const exitCode = await run(stage, file);
  const counted = stage.report === undefined ? undefined : readReport(stage.report, file);
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed } = counted ?? { passed: exitCode === 0 ? 1 : 0, failed: 0 };
  // A failure that no test stands for (a file that does not load, a lint error) counts as one.
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed, seconds: (performance.now() - startedAt) / 1000 };
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

/** `undefined` when the stage broke before it wrote one. */
function readReport(kind: 'vitest' | 'playwright', file: string): { passed: number; failed: number } | undefined {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report);
    return { passed: numPassedTests, failed: numFailedTests };
  }
  const { expected, unexpected, flaky } = playwrightReport.parse(report).stats;
  // A test that passed on its second try hides a fault.
  return { passed: expected, failed: unexpected + flaky };
}
