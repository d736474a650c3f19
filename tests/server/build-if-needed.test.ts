import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { buildIfNeeded, type BuiltSite } from '../../server/build-if-needed.ts';
import type { BuildSiteOptions } from '../../server/build-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let root: string;
let builds: string[];

beforeEach(() => {
  root = temporaryFolder('build');
  builds = [];
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'page.astro'), 'one');
  writeFileSync(join(root, 'package-lock.json'), '{}');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function build({ outFolder, baked }: BuildSiteOptions): Promise<void> {
  builds.push(outFolder);
  mkdirSync(join(outFolder, 'client'), { recursive: true });
  writeFileSync(join(outFolder, 'client', 'index.html'), baked['PUBLIC_SITE_URL'] ?? '');
  return Promise.resolve();
}

const silent = (): void => undefined;
const start = (baked: Record<string, string> = {}, how = build): Promise<BuiltSite> =>
  buildIfNeeded({ root, baked, say: silent, log: silent, build: how });

describe('the site is built', () => {
  test('once while nothing changes', async () => {
    const first = await start();
    const second = await start();
    expect(second).toEqual(first);
    expect(builds).toHaveLength(1);
    expect(existsSync(join(first.clientFolder, 'index.html'))).toBe(true);
  });

  test('again when a baked setting, a source or a package changes, and not again when it changes back', async () => {
    await start();
    await start({ PUBLIC_DIRECT_VISIT: 'keep' });
    writeFileSync(join(root, 'src', 'page.astro'), 'two');
    await start();
    writeFileSync(join(root, 'package-lock.json'), '{ }');
    await start();
    expect(new Set(builds).size).toBe(4);
    writeFileSync(join(root, 'package-lock.json'), '{}');
    await start();
    expect(builds).toHaveLength(4);
  });

  test('apart in the pseudo-language, so that visitors don’t get the developers’ texts', async () => {
    const ordinary = await start();
    vi.stubEnv('PSEUDO_TEXTS', 'true');
    const pseudo = await start();
    vi.unstubAllEnvs();
    expect(pseudo.folder).not.toBe(ordinary.folder);
    expect(await start()).toEqual(ordinary);
  });

  test('again after a build that was interrupted', async () => {
    const broken = start({}, (options) => build(options).then(() => Promise.reject(new Error('killed'))));
    await expect(broken).rejects.toThrow('killed');
    writeFileSync(join(builds[0] ?? '', 'client', 'half.html'), '');
    const site = await start();
    expect(builds).toHaveLength(2);
    expect(existsSync(join(site.clientFolder, 'half.html'))).toBe(false);
  });

  test('once if two processes need it at the same time', async () => {
    const slow = async (options: BuildSiteOptions): Promise<void> => {
      await build(options);
      await new Promise(setImmediate);
    };
    const [first, second] = await Promise.all([start({}, slow), start({}, slow)]);
    expect(first.folder).toBe(second.folder);
    expect(builds).toHaveLength(1);
  });

  test('and earlier builds are kept for the same site, except for developers', async () => {
    const site = { PUBLIC_SITE_URL: 'https://jufi.example' };
    const first = await start({ ...site, PUBLIC_DIRECT_VISIT: 'logout' });
    await start({ ...site, PUBLIC_DEVELOPMENT_WALLET: 'true' });
    await start({ PUBLIC_SITE_URL: 'https://another.example' });
    expect(first.earlierClientFolders).toEqual([]);
    expect((await start({ ...site, PUBLIC_DIRECT_VISIT: 'keep' })).earlierClientFolders).toEqual([first.clientFolder]);
  });

  test('and only the most recently used builds are kept', async () => {
    for (let turn = 0; turn < 7; turn += 1) await start({ TURN: String(turn) });
    const kept = readdirSync(join(root, 'dist'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(kept).toHaveLength(4);
    const before = builds.length;
    await start({ TURN: '6' });
    expect(builds).toHaveLength(before);
  });
});
