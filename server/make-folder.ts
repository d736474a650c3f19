import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, or throws. Node's own recursive mkdir never ends where the system says that a folder does not
 * exist although the one above it does, as in /proc.
 */
export function makeFolder(folder: string): void {
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
