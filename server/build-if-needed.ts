import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Log } from '../processes/child-process.ts';
import { SetupError } from '../processes/setup-error.ts';
import { buildFingerprint } from './build-fingerprint.ts';
import { buildSite } from './build-site.ts';
import { type DataLock, lockData } from './data-lock.ts';

export interface BuildOptions {
  root: string;
  baked: Readonly<Record<string, string>>;
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
 * Each build has a folder named by its inputs, which is never changed once its stamp is written: a killed build isn't mistaken for a complete one, and the
 * next build doesn't remove a running server's files.
 */
export async function buildIfNeeded({ root, say, log, signal, build = buildSite, ...given }: BuildOptions): Promise<BuiltSite> {
  const baked = process.env[PSEUDO_TEXTS] === 'true' ? { ...given.baked, [PSEUDO_TEXTS]: 'true' } : given.baked;
  const dist = join(root, 'dist');
  const folder = join(dist, buildFingerprint(root, baked));
  if (!existsSync(join(folder, STAMP))) {
    const lock = await lockWhenFree(dist, say, signal);
    try {
      if (!existsSync(join(folder, STAMP))) {
        say('Building the site. This takes about a minute, and only happens when sources or settings have changed …');
        rmSync(folder, { recursive: true, force: true });
        await build({ root, outFolder: folder, baked, log, signal });
        writeFileSync(join(folder, BAKED), JSON.stringify(baked));
        writeFileSync(join(folder, STAMP), `${new Date().toISOString()}\n`);
        removeOldBuilds(dist, folder);
      }
    } finally {
      lock.release();
    }
  }
  noteUse(join(folder, STAMP));
  const serverEntry = join(folder, 'server', 'entry.mjs');
  return {
    folder,
    clientFolder: join(folder, 'client'),
    serverEntry: existsSync(serverEntry) ? serverEntry : undefined,
    earlierClientFolders: listBuilds(dist, folder)
      .filter((earlier) => earlier.usedAtMs > 0 && isSameSite(earlier.folder, baked))
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
  mkdirSync(dist, { recursive: true });
  let hasSaid = false;
  for (;;) {
    try {
      return lockData(dist, 'building');
    } catch (error) {
      if (!(error instanceof SetupError) || error.code !== 'DATA_IN_USE') throw error;
    }
    if (!hasSaid) say('Another JuFi is building the site in this folder; waiting for it …');
    hasSaid = true;
    await wait(200, undefined, { signal });
  }
}

function isSameSite(folder: string, baked: Readonly<Record<string, string>>): boolean {
  const path = join(folder, BAKED);
  if (!existsSync(path)) return false;
  const theirs = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<string, string>>;
  return SAME_SITE.every((name) => theirs[name] === baked[name]);
}

/** All but the current one, most recently used first; an incomplete build was never used. */
function listBuilds(dist: string, current: string): { folder: string; usedAtMs: number }[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map((entry) => join(dist, entry.name))
    .filter((folder) => folder !== current)
    .map((folder) => ({ folder, usedAtMs: existsSync(join(folder, STAMP)) ? statSync(join(folder, STAMP)).mtimeMs : 0 }))
    .sort((a, b) => b.usedAtMs - a.usedAtMs);
}

/** Incomplete builds, and all but the most recently used. */
function removeOldBuilds(dist: string, current: string): void {
  for (const [index, { folder, usedAtMs }] of listBuilds(dist, current).entries()) {
    if (usedAtMs === 0 || index >= KEPT_BUILDS - 1) rmSync(folder, { recursive: true, force: true });
  }
}
