import { setTimeout as pause } from 'node:timers/promises';

let passed = 0;
const failures: string[] = [];
/** What is stopped and removed at the end, the last first. */
export const endings: (() => unknown)[] = [];

/** A step that must succeed. Later steps still run, unless they need its result. */
export async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await run();
    passed += 1;
    console.log(`✓ ${name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    failures.push(name);
    console.log(`✗ ${name}\n  ${error instanceof Error ? error.message : String(error)}`);
    throw new StepFailed(name);
  }
}

export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

export const attempt = (name: string, run: () => Promise<unknown>): Promise<unknown> => step(name, run).catch(() => undefined);

export async function until(what: string, isSo: () => Promise<boolean>, withinMs = 90_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time${last instanceof Error ? `: ${last.message}` : ''}`);
    await pause(200);
  }
}

/** Carries out a rehearsal and ends with what passed and failed as the exit code. */
export async function rehearsing(rehearse: () => Promise<void>): Promise<void> {
  try {
    await rehearse();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  } finally {
    for (const end of endings.toReversed()) await end();
  }
  for (const name of failures) console.log(`✗ ${name}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
