import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { startDevNode } from '../../chain/dev-node.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { memoryFolder } from './memory-folder.ts';
import { type PostgresKind, startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresKind: PostgresKind;
    databaseServerUrl: string;
    databaseAdminUrl: string;
    serverRoleUrl: string;
    chainUrl: string;
  }
}

/** One real PostgreSQL and one real chain for all tests of a project; both are removed afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind: PostgresKind = project.name.includes('postgres-15') ? 'second' : 'embedded';
  const folder = memoryFolder('tests');
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const databaseStart = startTestPostgres(kind, { folder: join(folder, 'postgres'), log });
  const chainStart = startDevNode({ folder: join(folder, 'chain'), port: await findFreePort(), log });
  const stop = async (): Promise<void> => {
    for (const part of await Promise.allSettled([databaseStart, chainStart])) {
      if (part.status === 'fulfilled') await part.value.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { url, adminUrl, serverUrl } = await databaseStart;
    project.provide('postgresKind', kind);
    project.provide('databaseServerUrl', url);
    project.provide('databaseAdminUrl', adminUrl);
    project.provide('serverRoleUrl', serverUrl);
    project.provide('chainUrl', (await chainStart).url);
  } catch (error) {
    await stop();
    throw new Error(`The tests' database or chain did not start:\n${lines.join('\n')}`, { cause: error });
  }
  return stop;
}
