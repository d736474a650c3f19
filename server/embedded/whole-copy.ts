import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves a copy of the folder `from` at `to` that needs nothing outside of itself: where `from` has a link, it has a file.
 * One that is there already is used if it is whole, and else replaced.
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

/** By hand, since `cpSync` keeps links below the first level whatever `dereference` says (Node 24.21). */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of namesIn(from)) {
    if (statSync(join(from, name)).isDirectory()) mkdirSync(join(to, name), { recursive: true });
    else copyFileSync(join(from, name), join(to, name));
  }
}

function putInPlace(from: string, half: string, to: string): void {
  const broken = `${to}.broken-${process.pid}`;
  // Looked at again: another process may have made it whole meanwhile, and use it.
  if (existsSync(to) && !isWhole(from, to)) renameSync(to, broken);
  try {
    renameSync(half, to);
  } catch (error) {
    if (!isWhole(from, to)) throw error;
  } finally {
    rmSync(broken, { recursive: true, force: true });
  }
}

/** Whether `copy` has each file of `from`, at its length and as a file of its own. */
function isWhole(from: string, copy: string): boolean {
  try {
    return namesIn(from).every((name) => {
      const wanted = statSync(join(from, name));
      const found = lstatSync(join(copy, name));
      return wanted.isDirectory() ? found.isDirectory() : found.isFile() && found.size === wanted.size;
    });
  } catch {
    return false;
  }
}

/** Everything below the folder, each folder before what is in it. */
function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}
