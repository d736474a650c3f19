import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError } from '../../processes/setup-error.ts';

/** Explains what PostgreSQL would report in terms that only its administrators know. */
export function requireUsable(dataFolder: string, majorVersion: string): void {
  const { uid } = statSync(dataFolder);
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && own !== uid) {
    throw new SetupError(
      'DATABASE_NOT_OURS',
      `The database folder ${dataFolder} belongs to another user (${uid}): start JuFi as that user or as root, or run \`chown -R ${own} ${dataFolder}\` as root.`,
    );
  }
  const versionFile = join(dataFolder, 'PG_VERSION');
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined;
  if (found === undefined) throw brokenDatabase(dataFolder, 'PG_VERSION is missing');
  if (found !== majorVersion) throw brokenDatabase(dataFolder, `it was made by PostgreSQL ${found}, this is ${majorVersion}`);
}

export function brokenDatabase(dataFolder: string, reason: string): SetupError {
  return new SetupError(
    'DATABASE_BROKEN',
    `The database in ${dataFolder} cannot be used (${reason}): restore it from a backup, or move the folder away to start empty.`,
  );
}
