import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One that every user can look into: PostgreSQL of a root's test run is another user, and would keep its data elsewhere. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `jufi-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
