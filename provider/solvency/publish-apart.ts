import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createDatabase } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { publishTree } from './publish-tree.ts';

interface Work {
  databaseUrl: string;
  now: Date;
}

const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Far more than a batch of nodes takes; more would be a leak, which ends the thread and not the process. */
const MOST_MEMORY_MB = 512;

/** Publishes the day's tree from a thread of its own: a million hashes must not keep those waiting whom this process serves. Returns its root. */
export async function publishApart(work: Work): Promise<string | null> {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  // A process that ends leaves the tree to another run.
  worker.unref();
  const failed = once(worker, 'exit').then(() => {
    throw new Error('the thread that publishes reserves ended');
  });
  // Rejects with what the thread threw.
  const [root] = (await Promise.race([once(worker, 'message'), failed])) as [string | null];
  return root;
}

if (!isMainThread && parentPort !== null) {
  const { databaseUrl, now } = workerData as Work;
  const pool = createPool(databaseUrl, { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    parentPort.postMessage((await publishTree(createDatabase(pool), now))?.root ?? null);
  } finally {
    await pool.end();
  }
}
