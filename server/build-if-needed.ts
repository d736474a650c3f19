import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type Log } from '../chain/child-process.ts';
import { OperatorError } from '../chain/operator-error.ts';
import { buildFingerprint } from './build-fingerprint.ts';
import { buildSite } from './build-site.ts';
import { type DataLock, lockData } from './data-lock.ts';

export interface BuildOptions {
  root: string;
  baked: Readonly<Record<string, string>>;
  /** Progress, for the person who waits. */
  say: Log;
  /** What the build itself prints. */
  log: Log;
  signal?: AbortSignal | undefined;
  build?: typeof buildSite;
}

export interface BuiltSite {
  folder: string;
  clientFolder: string;
  serverEntry: string | undefined;
}

const STAMP = 'complete';
const KEPT_BUILDS = 4;

/**
 * Each build has a folder named by what it is made of, and is never changed once its stamp is written: a build that was
 * killed is not taken for one, and a running server's files are not pulled away by the next build.
 */
export async function buildIfNeeded({ root, baked, say, log, signal, build = buildSite }: BuildOptions): Promise<BuiltSite> {
  const dist = join(root, 'dist');
  const folder = join(dist, buildFingerprint(root, baked));
  if (!existsSync(join(folder, STAMP))) {
    const lock = await lockWhenFree(dist, say, signal);
    try {
      if (!existsSync(join(folder, STAMP))) {
        say('Building the site: about a minute, only when its sources or settings changed …');
        rmSync(folder, { recursive: true, force: true });
        await build({ root, outFolder: folder, baked, log, signal });
        writeFileSync(join(folder, STAMP), `${new Date().toISOString()}\n`);
        removeOldBuilds(dist, folder);
      }
    } finally {
      lock.release();
    }
  }
  noteUse(join(folder, STAMP));
  const serverEntry = join(folder, 'server', 'entry.mjs');
  return { folder, clientFolder: join(folder, 'client'), serverEntry: existsSync(serverEntry) ? serverEntry : undefined };
}

/** A site that was built elsewhere may lie where this process may write nothing; then nothing is removed there either. */
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
  let told = false;
  for (;;) {
    try {
      return lockData(dist, 'building');
    } catch (error) {
      if (!(error instanceof OperatorError) || error.code !== 'DATA_IN_USE') throw error;
    }
    if (!told) say('Another JuFi builds the site in this folder; waiting for it …');
    told = true;
    await wait(200, undefined, { signal });
  }
}

/** Half builds, and all but the ones used last. */
function removeOldBuilds(dist: string, current: string): void {
  const builds = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map((entry) => join(dist, entry.name))
    .filter((folder) => folder !== current)
    .map((folder) => ({ folder, usedAtMs: existsSync(join(folder, STAMP)) ? statSync(join(folder, STAMP)).mtimeMs : 0 }))
    .sort((a, b) => b.usedAtMs - a.usedAtMs);
  for (const [index, { folder, usedAtMs }] of builds.entries()) {
    if (usedAtMs === 0 || index >= KEPT_BUILDS - 1) rmSync(folder, { recursive: true, force: true });
  }
}
