import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

import { SetupError } from '../processes/setup-error.ts';

/** Variables that are already set take precedence over the file. */
export function loadEnvironment(path = '.env'): void {
  if (!existsSync(path)) return;
  try {
    loadEnvFile(path);
  } catch (cause) {
    throw new SetupError('ENV_FILE_UNREADABLE', `The file ${path} can’t be read. Make it readable, or remove it.`, { cause });
  }
}
