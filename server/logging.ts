import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, multistream, pino } from 'pino';

import { createLogger } from '../provider/logging/create-logger.ts';
import type { Settings } from './settings.ts';

export interface Logging {
  log: Logger;
  /** `undefined` if the log goes to standard output. */
  file: string | undefined;
}

const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

/** In production to standard output, for log collectors; otherwise to a file, so that the terminal stays readable. */
export function createLogging({ environment, logLevel }: Pick<Settings, 'environment' | 'logLevel'>, dataFolder: string): Logging {
  const options = { level: logLevel, base: null };
  if (environment === 'production') return { log: createLogger(options), file: undefined };
  const folder = join(dataFolder, 'logs');
  const file = join(folder, 'jufi.log');
  mkdirSync(folder, { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE_BYTES) renameSync(file, `${file}.1`);
  const streams = [
    { stream: pino.destination({ dest: file, sync: true }), level: 'trace' as const },
    { stream: process.stderr, level: 'error' as const },
  ];
  return { log: createLogger(options, multistream(streams)), file };
}
