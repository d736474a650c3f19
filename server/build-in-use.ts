import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK = 'in-use';
// From SQLite's list of result codes.
const BUSY = 5;
const CANNOT_OPEN = 14;

/** By folder. What is held here isn't garbage collected, which would release it. */
const kept = new Map<string, DatabaseSync>();

/**
 * Keeps a build from being removed until this process ends, however it ends: the lock is the kernel's own (SQLite's shared lock on a file), which a process
 * that may only read can take too. False if the build is being removed just now.
 */
export function keepBuild(folder: string): boolean {
  if (kept.has(folder)) return true;
  const lock = openLock(join(folder, LOCK));
  // A build of an earlier version, without such a file, that this process may not write to.
  if (lock === undefined) return true;
  try {
    // Reading within a transaction takes the lock, and only the transaction's end releases it.
    lock.exec('BEGIN; SELECT * FROM sqlite_schema');
  } catch (error) {
    lock.close();
    if (codeOf(error) === BUSY) return false;
    throw error;
  }
  kept.set(folder, lock);
  return true;
}

export function removeUnlessKept(folder: string): void {
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== BUSY) throw error;
  } finally {
    lock.close();
  }
}

function openLock(path: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    if (codeOf(error) !== CANNOT_OPEN) throw error;
    return undefined;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}
