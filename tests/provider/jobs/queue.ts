import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { installQueue, type Job, type RunningJobs, startJobs } from '../../../provider/jobs/start-jobs.ts';
import { createMetrics } from '../../../provider/metrics/create-metrics.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

export interface TestQueue {
  url: string;
  pool: Pool;
  logged: string[];
  observed: [job: string, outcome: string][];
  /** Processes the jobs like one process; another URL leads to the same database. */
  work: (jobs: readonly Job[], url?: string, mayWork?: () => Promise<boolean>) => Promise<RunningJobs>;
  /** As if a job had become due. */
  enqueue: (name: string) => Promise<void>;
}

/** A database with only a queue, removed after the test. */
export async function openQueue(): Promise<TestQueue> {
  const database = await freshDatabase();
  await installQueue(database.url);
  const pool = createPool(database.url, { max: 2 });
  const logged: string[] = [];
  const observed: TestQueue['observed'] = [];
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return {
    url: database.url,
    pool,
    logged,
    observed,
    work: async (jobs, url = database.url, mayWork = () => Promise.resolve(true)) => {
      const running = await startJobs({
        databaseUrl: url,
        jobs,
        clock: () => new Date(),
        log: createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
        metrics: { ...createMetrics(), observeJob: (job, outcome) => void observed.push([job, outcome]) },
        pollingIntervalSeconds: 0.5,
        mayWork,
      });
      onTestFinished(() => running.stop());
      return running;
    },
    enqueue: (name) => enqueue(pool, name),
  };
}

export async function enqueue(pool: Pool, name: string): Promise<void> {
  await pool.query(`insert into pgboss.job (id, name, policy, retry_limit) values ($1, $2, 'short', 0)`, [randomUUID(), name]);
}
