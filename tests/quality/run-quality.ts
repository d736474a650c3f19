/**
 * Measures every figure in `figures.ts` again and rewrites the table in `docs/quality.md`: `npm run quality`, or only some stages by the beginnings of
 * their names, such as `npm run quality -- weights bench-history`. All of it takes hours. Rows that weren't measured keep their last value and its day.
 * `QUALITY_REMARK` goes next to each new value, such as "the machine was busy".
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { runStage } from '../run/run-stage.ts';
import { longStages } from '../run/stages.ts';
import { type Figure, figures } from './figures.ts';
import { isHeld, type QualityRow, readTable, shown, writeTable } from './quality-table.ts';

const FILE = join(import.meta.dirname, '../../docs/quality.md');
/** The greatest share of the processors that other programs may use meanwhile. */
const MOST_BUSY = 0.25;
const noted = z.object({ name: z.string(), value: z.number() });
const TABLE = /\| What \|[\s\S]*$/;

const wanted = process.argv.slice(2);
const names = [...new Set(figures.map(({ stage }) => stage))].filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);
if (names.length === 0) throw new Error(`No stage begins with ${wanted.join(' or ')}`);
for (const name of names)
  await measure(name).catch((error: unknown) => {
    // The other stages take hours, and their figures are worth having even without this one's.
    process.exitCode = 1;
    console.error(`✗ ${name} could not be measured:`, error);
  });

async function measure(name: string): Promise<void> {
  const isBusy = (await busyShare()) > MOST_BUSY;
  const { measured, failures } = await measureFigures(
    name,
    figures.filter(({ stage }) => stage === name),
  );
  const document = readFileSync(FILE, 'utf8');
  const known = readTable(document);
  const day = new Date().toISOString().slice(0, 10);
  const remark = process.env['QUALITY_REMARK'] ?? (isBusy ? 'the machine was busy with other things' : '');
  const rows = figures.map((figure): QualityRow => {
    const value = measured.find((one) => one.figure === figure)?.value ?? null;
    return { figure, last: value === null ? known.get(figure.what) : { value: shown(figure, value), day, remark } };
  });
  writeFileSync(
    FILE,
    document.replace(TABLE, () => writeTable(rows)),
  );
  for (const { figure, value } of measured) {
    const isGood = value !== null && isHeld(figure, value);
    if (!isGood) process.exitCode = 1;
    console.log(`${isGood ? '✓' : '✗'} ${figure.what}: ${value === null ? 'not given' : `${shown(figure, value)} ${figure.unit}`}`);
  }
  if (failures.length > 0) process.exitCode = 1;
  for (const failure of failures) console.log(`✗ ${name}: ${failure}`);
}

/** Measured while this run is idle, because the load average would still include the previous stage. */
async function busyShare(): Promise<number> {
  const read = (): { busyMs: number; allMs: number } => {
    const times = cpus().map((cpu) => cpu.times);
    const sum = (values: readonly number[]): number => values.reduce((total, ms) => total + ms, 0);
    return {
      busyMs: sum(times.map(({ user, nice, sys, irq }) => user + nice + sys + irq)),
      allMs: sum(times.flatMap((one) => Object.values(one))),
    };
  };
  const before = read();
  await wait(3_000);
  const after = read();
  return (after.busyMs - before.busyMs) / (after.allMs - before.allMs);
}

interface Measured {
  figure: Figure;
  /** Null if its stage ran without giving it. */
  value: number | null;
}

/**
 * Runs the stage of some figures and returns the worst value noted under each name. `failures` lists what else went wrong in the stage, which the figures
 * may not show, such as a failed call in a bench of durations.
 */
async function measureFigures(name: string, figures: readonly Figure[]): Promise<{ measured: Measured[]; failures: readonly string[] }> {
  const stage = longStages.find((known) => known.name === name);
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
