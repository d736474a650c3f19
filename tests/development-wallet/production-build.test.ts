import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIfNeeded } from '../../server/build-if-needed.ts';
import { readSettings } from '../../server/settings.ts';
import { siteSettings } from '../e2e/support/ports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];

/** Found only in the development wallet: a key, its name, its texts, its accounts' phrase. */
const traces = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  'org.jufi.development',
  'jufi-development-wallet',
  'its keys are public',
  'test test test test test test test test test test test junk',
];

let production: Map<string, string>;
let development: Map<string, string>;

/** The site of the browser tests, which `npm test` has built before. */
async function developmentBuild(): Promise<Map<string, string>> {
  const { baked } = readSettings(siteSettings);
  const { folder } = await buildIfNeeded({ root, baked, say: () => undefined, log: () => undefined });
  return filesOf(folder);
}

/** Inside the checkout, because the built pages resolve their packages from there. */
async function productionBuild(): Promise<Map<string, string>> {
  await mkdir(join(root, '.data'), { recursive: true });
  const folder = await mkdtemp(join(root, '.data/test-build-'));
  folders.push(folder);
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', folder], {
    cwd: root,
    env: buildEnvironment(),
  });
  return filesOf(folder);
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length), await readFile(path, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Without the test runner's variables, which would change the build. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const ofRunner = /^(NODE_ENV|MODE|DEV|PROD|SSR|TEST|VITEST.*|PUBLIC_DEVELOPMENT_WALLET)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRunner.test(name)));
  return { ...env, ASTRO_TELEMETRY_DISABLED: '1' };
}

function found(files: ReadonlyMap<string, string>, trace: string): string[] {
  return [...files].filter(([, text]) => text.toLowerCase().includes(trace)).map(([path]) => path);
}

beforeAll(async () => {
  production = await productionBuild();
  development = await developmentBuild();
}, 240_000);

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it.each(traces)('a production build doesn’t contain “%s”', (trace) => {
  expect(found(production, trace)).toEqual([]);
});

it.each(traces.slice(0, 5))('a build for the embedded chain contains “%s”', (trace) => {
  expect(found(development, trace)).not.toEqual([]);
});

it('loads only the announcement, at most 1 KiB, without keys and window', () => {
  const announcing = [...development].filter(
    ([path, text]) => path.startsWith('/client/_astro/') && text.includes('eip6963:announceProvider') && text.includes('data:image/svg'),
  );
  expect(announcing).toHaveLength(1);
  for (const [, text] of announcing) {
    expect(gzipSync(text).length).toBeLessThanOrEqual(1024);
    expect(text).not.toContain('jufi-development-wallet');
    expect(text.toLowerCase()).not.toContain(traces[0]);
  }
});

it('no page loads it before somebody reaches for a wallet', () => {
  const pages = [...development].filter(([path]) => path.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(0);
  for (const [path, text] of pages) expect(/announce\.[\w-]+\.js|start-wallet|signer\./.test(text), path).toBe(false);
});
