import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestProject } from 'vitest/node';

import { startDevNode } from '../../chain/dev-node.ts';
import { findFreePort } from '../../chain/find-free-port.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
    chainUrl: string;
  }
}

/** One real PostgreSQL and one real chain for the whole run; both are gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder('tests');
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const databaseStart = startPostgres({ folder: join(folder, 'postgres'), log });
  const chainStart = startDevNode({ folder: join(folder, 'chain'), port: await findFreePort(), log });
  const stop = async (): Promise<void> => {
    for (const part of await Promise.allSettled([databaseStart, chainStart])) {
      if (part.status === 'fulfilled') await part.value.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    project.provide('databaseServerUrl', (await databaseStart).url);
    project.provide('chainUrl', (await chainStart).url);
  } catch (error) {
    await stop();
    throw new Error(`The tests' database or chain did not start:\n${lines.join('\n')}`, { cause: error });
  }
  return stop;
}
