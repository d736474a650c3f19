import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';

import { SetupError } from '../processes/setup-error.ts';
import { buildIfNeeded, requireBuild } from './build-if-needed.ts';
import { loadEnvironment, readSettings } from './settings.ts';
import { createPreviewProvider, previewPaths } from './preview-provider.ts';
import { startSite } from './site.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run preview -- <folder>`: an announcement on this machine's own pages, in every language, before anybody else can read it. */
async function preview(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new SetupError('PREVIEW_FOLDER', 'Name the folder of the announcement: npm run preview -- ./folder');
  const paths = await previewPaths(folder).catch((cause: unknown) => {
    throw new SetupError(
      'PREVIEW_FOLDER',
      `The folder ${folder} doesn’t hold an announcement: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  });
  loadEnvironment();
  const settings = readSettings(process.env);
  const sources = { root: fileURLToPath(new URL('..', import.meta.url)), baked: settings.baked };
  const built = settings.environment === 'production' ? requireBuild(sources) : await buildIfNeeded({ ...sources, say, log: say });
  let weeks = 0;
  const site = await startSite({
    ...settings,
    ...built,
    host: '127.0.0.1',
    port: 0,
    picturesFolder: settings.picturesFolder,
    provider: createPreviewProvider(resolve(folder)),
    hasServiceWorker: false,
    // Every moment is a week after the last: nothing is kept, and each reload shows the files as they are.
    clock: () => new Date((weeks += 1) * WEEK_MS * 2),
    log: pino({ level: 'silent' }),
  });
  say(`Reload a page after a change; Ctrl-C ends the preview. Only this machine can open these:`);
  for (const { label, path, isTranslated } of paths)
    say(`  http://127.0.0.1:${site.port}${path}  ${label}${isTranslated ? '' : ', shown in English'}`);
  process.once('SIGINT', () => void site.stop().then(() => process.exit()));
  process.once('SIGTERM', () => void site.stop().then(() => process.exit()));
}

try {
  await preview(process.argv[2]);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
