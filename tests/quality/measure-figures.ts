import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runStage, type Stage } from '../support/run-stage.ts';
import { stages } from '../sweep/stages.ts';
import type { Figure } from './figures.ts';

export interface Measured {
  figure: Figure;
  /** Null if its stage ran without giving it. */
  value: number | null;
}

const noted = z.object({ name: z.string(), value: z.number() });

const weights: Stage = { name: 'weights', command: 'playwright', args: ['test', 'script-weight'], report: 'playwright' };

/**
 * Runs the stage of some figures and returns the worst value noted under each name. `failures` lists what else went wrong in the stage, which the figures
 * may not show, such as a failed call in a bench of durations.
 */
export async function measureFigures(
  name: string,
  figures: readonly Figure[],
): Promise<{ measured: Measured[]; failures: readonly string[] }> {
  const stage = [weights, ...stages].find((known) => known.name === name);
  if (stage === undefined) throw new Error(`There is no stage ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'jufi-figures-'));
  const file = join(folder, 'figures');
  try {
    const { failed, failures } = await runStage({ ...stage, environment: { ...stage.environment, QUALITY_FIGURES: file } });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const values = lines.map((line) => noted.parse(JSON.parse(line)));
    const measured = figures.map((figure) => {
      const own = values.filter((one) => one.name === figure.name).map(({ value }) => value);
      if (figure.name === name) return { figure, value: failed };
      if (own.length === 0) return { figure, value: null };
      return { figure, value: 'most' in figure.limit ? Math.max(...own) : Math.min(...own) };
    });
    return { measured, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
