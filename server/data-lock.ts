import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../processes/setup-error.ts';

export interface DataLock {
  folder: string;
  release(): void;
}

/** Keeps the lock from being garbage collected, which would release it. */
const held = new Set<DatabaseSync>();

/**
 * Allows one running JuFi per data folder. The lock is the kernel's own (SQLite's exclusive lock on a file), so it ends with the process in any case, and
 * no leftover file can be mistaken for a lock.
 */
export function lockData(dataFolder: string, where: string): DataLock {
  const folder = resolve(dataFolder);
  const path = join(folder, 'lock');
  const note = join(folder, 'lock-holder');
  const lock = openLock(folder, path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) {
      throw new SetupError(
        'DATA_IN_USE',
        `JuFi already runs on ${folder}${holder(note)}: use that one, stop it, or start with DATA_DIR set to another folder.`,
      );
    }
    throw unusable(folder, error);
  }
  writeFileSync(note, `process ${process.pid}, ${where}`);
  held.add(lock);
  return {
    folder,
    release: () => {
      held.delete(lock);
      lock.close();
    },
  };
}

function openLock(folder: string, path: string): DatabaseSync {
  try {
    makeFolder(folder);
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, cause: unknown): SetupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SetupError(
    'DATA_FOLDER_UNUSABLE',
    `The data folder ${folder} cannot be used (${reason}): make it a folder you can write to, or set DATA_DIR.`,
    { cause },
  );
}

// SQLITE_BUSY, from SQLite's list of result codes.
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function holder(note: string): string {
  return existsSync(note) ? ` (${readFileSync(note, 'utf8').trim()})` : '';
}

/**
 * Creates a folder and its missing parents, or throws. Node's own recursive mkdir never ends if the system reports a folder as missing although its parent
 * exists, as in /proc.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    mkdirSync(folder);
  }
}
