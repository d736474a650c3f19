import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Log, startChild, stopChild } from '../processes/child-process.ts';
import { SetupError } from '../processes/setup-error.ts';
import { settingsTable } from '../provider/settings-table.ts';
import { packPage, type Tightness } from './site/kept-page.ts';

export interface BuildSiteOptions {
  root: string;
  outFolder: string;
  baked: Readonly<Record<string, string>>;
  log: Log;
  /** Aborts a build that is no longer needed. */
  signal?: AbortSignal | undefined;
}

/** Runs `astro build` and compresses the result. */
export async function buildSite({ root, outFolder, baked, log, signal }: BuildSiteOptions): Promise<void> {
  const lines: string[] = [];
  const child = await startChild(process.execPath, [astroProgram(), 'build', '--outDir', outFolder], {
    cwd: root,
    env: buildEnvironment(baked),
    orphanSignal: 'TERM',
    log: (line) => {
      lines.push(line);
      log(line);
    },
  });
  signal?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  if (signal?.aborted) await stopChild(child, [{ signal: 'SIGTERM', waitMs: 2_000 }]);
  const { code } = await child.exited;
  if (signal?.aborted) throw new SetupError('BUILD_STOPPED', 'The build was stopped.');
  if (code !== 0 || !existsSync(join(outFolder, 'client'))) {
    throw new SetupError('BUILD_FAILED', `The site could not be built:\n${lines.slice(-15).join('\n')}`);
  }
  await precompress(join(outFolder, 'client'), baked['PUBLIC_DEVELOPMENT_WALLET'] === 'true');
}

/** Vite reads files like `.env.local`, but a variable that is set here, even if empty, takes precedence. */
export function buildEnvironment(baked: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const empty = settingsTable.filter((row) => row.baked).map(({ name }) => [name, ''] as const);
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PUBLIC_') && !settingsTable.some((row) => row.secret && row.name === name),
  );
  return {
    ...Object.fromEntries(others),
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    PUBLIC_DEVELOPMENT_WALLET: '',
    ...Object.fromEntries(empty),
    ...baked,
  };
}

function astroProgram(): string {
  return join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs');
}

const PACKABLE = /\.(html|js|mjs|css|json|map|webmanifest|txt|xml|svg|wasm)$/;
/** Smaller files save less than the headers cost. */
const SMALLEST_BYTES = 512;
const AT_ONCE = 4;
/** Writes `.br` and `.gz` next to each file that they make smaller; developers don't wait for the last tenth of a page. */
export async function precompress(folder: string, isForDevelopers: boolean): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && PACKABLE.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++])
      await pack(path, isForDevelopers && path.endsWith('.html') ? 'quick' : 'tight');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return paths.length;
}

async function pack(path: string, tightness: Tightness): Promise<void> {
  const body = await readFile(path);
  if (body.length < SMALLEST_BYTES) return;
  const { br, gzip } = await packPage(body, tightness);
  if (br.length < body.length) await writeFile(`${path}.br`, br);
  if (gzip.length < body.length) await writeFile(`${path}.gz`, gzip);
}
