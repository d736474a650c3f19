import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { buildIfNeeded, type BuiltSite, requireBuild } from '../../server/build-if-needed.ts';
import type { BuildSiteOptions } from '../../server/build-site.ts';
import { anotherUser } from '../support/another-user.ts';
import { runJufiProcess, type RunningJufi } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let root: string;
let builds: string[];

beforeEach(() => {
  root = temporaryFolder('build');
  chmodSync(root, 0o755);
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

const other = anotherUser();
const silent = (): void => undefined;
const start = (baked: Record<string, string> = {}, how = build): Promise<BuiltSite> =>
  buildIfNeeded({ root, baked, say: silent, log: silent, build: how });

// Processes of their own take a moment to start.
vi.setConfig({ testTimeout: 60_000 });

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
    for (let turn = 0; turn < 7; turn += 1) await serveAndKill(String(turn));
    expect(turnsKept()).toEqual(['3', '4', '5', '6']);
    await serveAndKill('3');
    await serveAndKill('7');
    expect(turnsKept()).toEqual(['3', '5', '6', '7']);
  });

  test('and one that a process serves from stays, however many follow, until that process has ended, even by kill -9', async () => {
    const running = await serve('0');
    for (let turn = 1; turn < 6; turn += 1) await serveAndKill(String(turn));
    expect(turnsKept()).toEqual(['0', '2', '3', '4', '5']);
    running.kill('SIGKILL');
    await running.exited;
    await serveAndKill('6');
    expect(turnsKept()).toEqual(['3', '4', '5', '6']);
  });

  test.runIf(other !== undefined)('and stays for a process that may only read it', async () => {
    await serveAndKill('0');
    const running = await serve('0', { uid: other });
    for (let turn = 1; turn < 6; turn += 1) await serveAndKill(String(turn));
    expect(turnsKept()).toEqual(['0', '2', '3', '4', '5']);
    running.kill('SIGKILL');
    await running.exited;
  });
});

describe('what serves in production never builds, and says in one sentence what to do', () => {
  const settings = { PUBLIC_SITE_URL: 'https://jufi.example', PUBLIC_DIRECT_VISIT: 'logout' };
  const require =
    (baked: Record<string, string>): (() => BuiltSite) =>
    () =>
      requireBuild({ root, baked });

  test('where nothing was built', () => {
    expect(require(settings)).toThrow('The site is not built: run npm run build.');
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  test('where baked settings are others, which it names', async () => {
    const { folder } = await start(settings);
    expect(require(settings)()).toMatchObject({ folder, clientFolder: join(folder, 'client') });
    expect(require({ ...settings, PUBLIC_DIRECT_VISIT: 'keep', PUBLIC_API_ROUTER: '/api/router' })).toThrow(
      'The site is not built for these settings: run npm run build. It was last built for another PUBLIC_API_ROUTER, PUBLIC_DIRECT_VISIT.',
    );
  });

  test('where the sources are others', async () => {
    await start(settings);
    writeFileSync(join(root, 'src', 'page.astro'), 'two');
    expect(require(settings)).toThrow('The site is not built from these sources: run npm run build.');
    expect(builds).toHaveLength(1);
  });
});

const ENTRY = fileURLToPath(new URL('./fixtures/serve-build.ts', import.meta.url));

async function serve(turn: string, as: { uid?: number | undefined } = {}): Promise<RunningJufi> {
  const running = await runJufiProcess({ entry: ENTRY, dataFolder: root, environment: { BUILD_ROOT: root, TURN: turn }, ...as });
  onTestFinished(() => running.kill('SIGKILL'));
  await running.says(`serves ${turn}`);
  return running;
}

async function serveAndKill(turn: string): Promise<void> {
  const running = await serve(turn);
  running.kill('SIGKILL');
  await running.exited;
}

const turnsKept = (): string[] =>
  globSync('dist/*/client/turn', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .sort();
