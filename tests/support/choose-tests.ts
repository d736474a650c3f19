import { parse, sep } from 'node:path';

export interface KnownTest {
  /** From the root, as `tests/head/head.test.ts`. */
  file: string;
  /** From the last run, if there was one. */
  durationMs?: number | undefined;
  failed?: boolean | undefined;
}

/** A file's overhead in milliseconds, and the assumed duration of tests that have never run. */
const PER_FILE_MS = 2_000;
const UNKNOWN_MS = 4_000;

/** The tests nearest to what was changed that fit into a time: changed themselves, failed last, then by folder, as `tests` mirrors the sources; at least one. */
export function chooseTests(tests: readonly KnownTest[], changed: readonly string[], withinMs: number): string[] {
  const ranked = tests
    .map((test) => ({ ...test, isFirst: changed.includes(test.file) || test.failed === true, near: nearness(test.file, changed) }))
    .toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst) || other.near - one.near || takes(one) - takes(other));
  let left = withinMs;
  return ranked
    .filter((test, index) => {
      left -= takes(test);
      return index === 0 || left >= 0;
    })
    .map(({ file }) => file);
}

function takes({ durationMs = UNKNOWN_MS }: KnownTest): number {
  return PER_FILE_MS + durationMs;
}

/** How many folders, and at the end the name, a test shares with the nearest of the changed files. */
function nearness(test: string, changed: readonly string[]): number {
  const parts = partsOf(test);
  return Math.max(
    0,
    ...changed.map((file) => {
      const others = partsOf(file);
      const apart = parts.findIndex((part, index) => part !== others[index]);
      return apart === -1 ? parts.length : apart;
    }),
  );
}

/** `tests/head/head.test.ts` and `src/head/head.ts` alike are `head`, `head`. */
function partsOf(file: string): string[] {
  const { dir, name } = parse(file);
  return [...dir.split(sep).filter((part, index) => index > 0 || !['tests', 'src'].includes(part)), name.replace(/\.test$/, '')];
}
