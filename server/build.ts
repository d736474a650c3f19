import { fileURLToPath } from 'node:url';

import { SetupError } from '../processes/setup-error.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { loadEnvironment, readBaked } from './settings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run build`: builds if something changed, and prints where the files are. */
try {
  loadEnvironment();
  const baked = readBaked(process.env);
  const { folder } = await buildIfNeeded({ root: fileURLToPath(new URL('..', import.meta.url)), baked, say, log: say });
  say(folder);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
