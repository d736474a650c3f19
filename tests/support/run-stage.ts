import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readReport, type ReportKind } from './read-report.ts';

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
