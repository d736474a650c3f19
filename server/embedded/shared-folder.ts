import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

import { SetupError } from '../../processes/setup-error.ts';

// The second one is for machines whose /var/lib is read-only; it may be emptied on reboot.
const CANDIDATES = ['/var/lib/jufi', '/tmp/jufi'];

/** A folder owned by root that every user can read; only needed when running as root. */
export function sharedFolder(): string {
  const found = CANDIDATES.find(isOurs);
  if (found !== undefined) return found;
  throw new SetupError(
    'NO_SHARED_FOLDER',
    `PostgreSQL does not run as root, and its user can reach neither this folder nor ${CANDIDATES.join(' nor ')}: move JuFi to a folder that every user can reach, or set DATABASE_URL.`,
  );
}

/** A folder of that name owned by somebody else is refused: programs are started from it as another user, and data is stored in it. */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const stat = lstatSync(folder);
    if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) return false;
    chmodSync(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}
