import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Readable by every user: when root runs the tests, PostgreSQL runs as another user and would put its data elsewhere. */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `jufi-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
