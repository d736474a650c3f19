import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves a copy of the folder `from` at `to` that needs nothing outside of itself (where `from` has a link, it has a file) and that everybody can read,
 * whatever the umask. An existing copy is used if it is complete, and otherwise replaced.
 *
 * @throws the error of the file system where `to` cannot be written.
 */
export function wholeCopy(from: string, to: string): void {
  if (isWhole(from, to)) return;
  const half = `${to}.half-${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  try {
    copyFiles(from, half);
    putInPlace(from, half, to);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** By hand, since `cpSync` keeps links below the first level despite `dereference` (Node 24.21). */
function copyFiles(from: string, to: string): void {
  for (const name of namesIn(from)) {
    const source = statSync(join(from, name));
    if (source.isDirectory()) mkdirSync(join(to, name), { recursive: true });
    else copyFileSync(join(from, name), join(to, name));
    chmodSync(join(to, name), modeFor(source));
  }
}

function modeFor(source: Stats): number {
  return source.isDirectory() || (source.mode & 0o100) !== 0 ? 0o755 : 0o644;
}

function putInPlace(from: string, half: string, to: string): void {
  const broken = `${to}.broken-${process.pid}`;
  rmSync(broken, { recursive: true, force: true });
  // Checked again: another process may have completed it meanwhile, and use it.
  if (existsSync(to) && !isWhole(from, to)) moveAside(to, broken);
  try {
    // Another process completed it between the check and the move: moves it back.
    renameSync(isWhole(from, broken) ? broken : half, to);
  } catch (error) {
    if (!isWhole(from, to)) throw error;
  } finally {
    rmSync(broken, { recursive: true, force: true });
  }
}

function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another process was faster.
    if (existsSync(from)) throw error;
  }
}

/** Whether `copy` has each file of `from` as a regular file of the same length, readable by all. */
function isWhole(from: string, copy: string): boolean {
  try {
    return namesIn(from).every((name) => {
      const wanted = statSync(join(from, name));
      const found = lstatSync(join(copy, name));
      const isSame = wanted.isDirectory() ? found.isDirectory() : found.isFile() && found.size === wanted.size;
      return isSame && (found.mode & 0o777) === modeFor(wanted);
    });
  } catch {
    return false;
  }
}

/** The folder and everything in it, parents first. */
function namesIn(folder: string): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()];
}
