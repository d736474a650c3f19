import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { temporaryFolder } from './temporary-folder.ts';

const MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * A temporary folder in memory where there is plenty, else on the disk. Each test that needs a database gets a copy of hundreds of files, which takes a
 * disk's file system most of the time that it takes at all.
 */
export function memoryFolder(name: string): string {
  return temporaryFolder(name, hasRoom() ? MEMORY : undefined);
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > 3 * GIB && freemem() > 6 * GIB;
  } catch {
    // Only Linux has it.
    return false;
  }
}
