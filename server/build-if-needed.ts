import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../processes/child-process.ts';
import { SetupError } from '../processes/setup-error.ts';
import { buildSite } from './build-site.ts';
import { type DataLock, lockData } from './data-lock.ts';

interface FindOptions {
  root: string;
  baked: Readonly<Record<string, string>>;
}

interface BuildOptions extends FindOptions {
  /** Progress, for the person waiting. */
  say: Log;
  /** The build's own output. */
  log: Log;
  signal?: AbortSignal | undefined;
  build?: typeof buildSite;
}

export interface BuiltSite {
  folder: string;
  clientFolder: string;
  serverEntry: string | undefined;
  /** Earlier builds, most recently used first: pages opened then still request their parts. */
  earlierClientFolders: readonly string[];
}

const STAMP = 'complete';
/** No setting, since only developers use it, but it changes every page: see docs/words/README.md. */
const PSEUDO_TEXTS = 'PSEUDO_TEXTS';
const BAKED = 'baked.json';
/** Values that must be equal for one build's files to be served next to another's: the site, and whether it's for developers. */
const SAME_SITE = ['PUBLIC_SITE_URL', 'PUBLIC_DEVELOPMENT_WALLET', PSEUDO_TEXTS] as const;
const KEPT_BUILDS = 4;

/**
 * Each build has a folder named by its inputs, which is never changed once its stamp is written: a killed build isn't mistaken for a complete one. What
 * this process serves from stays there until it ends, whatever is built meanwhile.
 */
export async function buildIfNeeded({ root, say, log, signal, build = buildSite, ...given }: BuildOptions): Promise<BuiltSite> {
  const baked = withPseudoTexts(given.baked);
  const built = useBuild({ root, baked });
  if (built !== undefined) return built;
  const dist = join(root, 'dist');
  const lock = await lockWhenFree(dist, say, signal);
  try {
    const meanwhile = useBuild({ root, baked });
    if (meanwhile !== undefined) return meanwhile;
    say('Building the site. This takes about twenty seconds, and only happens when sources or settings have changed …');
    const folder = folderOf({ root, baked });
    rmSync(folder, { recursive: true, force: true });
    await build({ root, outFolder: folder, baked, log, signal });
    writeFileSync(join(folder, BAKED), JSON.stringify(baked));
    writeFileSync(join(folder, STAMP), `${new Date().toISOString()}\n`);
    const done = useBuild({ root, baked });
    if (done === undefined) throw new Error(`The build in ${folder} is gone`);
    removeOldBuilds(dist, folder);
    return done;
  } finally {
    lock.release();
  }
}

/** In production what serves never builds: it may write nothing there, and must not take a minute to come back. */
export function requireBuild({ root, ...given }: FindOptions): BuiltSite {
  const baked = withPseudoTexts(given.baked);
  const built = useBuild({ root, baked });
  if (built !== undefined) return built;
  const [newest] = listBuilds(join(root, 'dist'), '').filter(({ usedAtMs }) => usedAtMs > 0);
  const theirs = newest && readBaked(newest.folder);
  if (theirs === undefined) throw new SetupError('NOT_BUILT', 'The site is not built: run npm run build.');
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(baked)])].filter((name) => theirs[name] !== baked[name]).sort();
  throw new SetupError(
    'NOT_BUILT',
    names.length === 0
      ? 'The site is not built from these sources: run npm run build.'
      : `The site is not built for these settings: run npm run build. It was last built for another ${names.join(', ')}.`,
  );
}

function withPseudoTexts(baked: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return process.env[PSEUDO_TEXTS] === 'true' ? { ...baked, [PSEUDO_TEXTS]: 'true' } : baked;
}

function folderOf({ root, baked }: FindOptions): string {
  return join(root, 'dist', buildFingerprint(root, baked));
}

/** The complete build, if there is one, which then stays until this process ends. */
function useBuild({ root, baked }: FindOptions): BuiltSite | undefined {
  const folder = folderOf({ root, baked });
  // Looked at again, for it may be removed in between.
  if (!isComplete(folder) || !keepBuild(folder) || !isComplete(folder)) return undefined;
  noteUse(join(folder, STAMP));
  const serverEntry = join(folder, 'server', 'entry.mjs');
  return {
    folder,
    clientFolder: join(folder, 'client'),
    serverEntry: existsSync(serverEntry) ? serverEntry : undefined,
    earlierClientFolders: listBuilds(join(root, 'dist'), folder)
      .filter((earlier) => earlier.usedAtMs > 0 && isSameSite(readBaked(earlier.folder), baked))
      .slice(0, KEPT_BUILDS - 1)
      .filter((earlier) => keepBuild(earlier.folder))
      .map((earlier) => join(earlier.folder, 'client')),
  };
}

/** A site that was built elsewhere may be read-only to this process; then nothing is removed there either. */
function noteUse(stamp: string): void {
  try {
    utimesSync(stamp, new Date(), new Date());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/** Two builds at once would share Astro's caches. */
async function lockWhenFree(dist: string, say: Log, signal: AbortSignal | undefined): Promise<DataLock> {
  let hasSaid = false;
  for (;;) {
    try {
      mkdirSync(dist, { recursive: true });
      return lockData(dist, 'building');
    } catch (error) {
      if (!(error instanceof SetupError) || error.code !== 'DATA_IN_USE') throw unwritable(dist, error);
    }
    if (!hasSaid) say('Another JuFi is building the site in this folder; waiting for it …');
    hasSaid = true;
    await wait(200, undefined, { signal });
  }
}

function unwritable(dist: string, cause: unknown): SetupError {
  return new SetupError('BUILD_FOLDER_UNUSABLE', `The site can’t be built into ${dist}: run npm run build as the owner of that folder.`, {
    cause,
  });
}

function isSameSite(theirs: Partial<Record<string, string>> | undefined, baked: Readonly<Record<string, string>>): boolean {
  return theirs !== undefined && SAME_SITE.every((name) => theirs[name] === baked[name]);
}

function readBaked(folder: string): Partial<Record<string, string>> | undefined {
  const path = join(folder, BAKED);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<string, string>>) : undefined;
}

function isComplete(folder: string): boolean {
  return existsSync(join(folder, STAMP));
}

/** All but the current one, most recently used first; an incomplete build was never used. */
function listBuilds(dist: string, current: string): { folder: string; usedAtMs: number }[] {
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map((entry) => join(dist, entry.name))
    .filter((folder) => folder !== current)
    .map((folder) => ({ folder, usedAtMs: isComplete(folder) ? statSync(join(folder, STAMP)).mtimeMs : 0 }))
    .sort((a, b) => b.usedAtMs - a.usedAtMs);
}

/** Incomplete builds, and all but the most recently used, except what running processes serve from. */
function removeOldBuilds(dist: string, current: string): void {
  for (const [index, { folder, usedAtMs }] of listBuilds(dist, current).entries()) {
    if (usedAtMs === 0) rmSync(folder, { recursive: true, force: true });
    else if (index >= KEPT_BUILDS - 1) removeUnlessKept(folder);
  }
}

const LOCK = 'in-use';
// From SQLite's list of result codes.
const BUSY = 5;
const CANNOT_OPEN = 14;

/** By folder. What is held here isn't garbage collected, which would release it. */
const kept = new Map<string, DatabaseSync>();

/**
 * Keeps a build from being removed until this process ends, however it ends: the lock is the kernel's own (SQLite's shared lock on a file), which a process
 * that may only read can take too. False if the build is being removed just now.
 */
function keepBuild(folder: string): boolean {
  if (kept.has(folder)) return true;
  const lock = openLock(join(folder, LOCK));
  // A build of an earlier version, without such a file, that this process may not write to.
  if (lock === undefined) return true;
  try {
    // Reading within a transaction takes the lock, and only the transaction's end releases it.
    lock.exec('BEGIN; SELECT * FROM sqlite_schema');
  } catch (error) {
    lock.close();
    if (codeOf(error) === BUSY) return false;
    throw error;
  }
  kept.set(folder, lock);
  return true;
}

function removeUnlessKept(folder: string): void {
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== BUSY) throw error;
  } finally {
    lock.close();
  }
}

function openLock(path: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    if (codeOf(error) !== CANNOT_OPEN) throw error;
    return undefined;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}

/** The inputs of a build. */
const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'server/build-site.ts',
];

/** The same for the same sources and baked settings, on every machine. */
function buildFingerprint(root: string, baked: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(baked).sort()) hash.update(`${name}=${JSON.stringify(value)}\n`);
  for (const path of SOURCES.flatMap((source) => filesBelow(root, source))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
