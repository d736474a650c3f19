import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError } from '../../processes/setup-error.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
import { sharedFolder } from './shared-folder.ts';

/**
 * The folder that contains PostgreSQL's data: `folder` itself, or one that its user can reach. The latter is remembered by a random name in `folder`, so
 * that removing `folder` always means starting empty.
 */
export function postgresHome(folder: string, user: SystemUser | undefined): string {
  mkdirSync(folder, { recursive: true });
  if (user === undefined || existsSync(join(folder, 'data')) || canReach(folder, user)) return folder;
  const home = join(sharedFolder(), rememberedName(folder));
  if (!existsSync(home)) mkdirSync(home, { mode: 0o750 });
  chownSync(home, 0, user.gid);
  return home;
}

function rememberedName(folder: string): string {
  const note = join(folder, 'kept-elsewhere');
  if (!existsSync(note)) writeFileSync(note, `data-${randomUUID()}\n`);
  const name = readFileSync(note, 'utf8').trim();
  if (/^data-[0-9a-f-]{36}$/.test(name)) return name;
  throw new SetupError(
    'DATABASE_NOTE_BROKEN',
    `The file ${note} no longer says where the database is: restore it, or move ${folder} away to start empty.`,
  );
}
