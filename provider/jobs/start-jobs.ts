import { PgBoss, policies, scheduleMissedPolicies } from 'pg-boss';
import { type Logger } from 'pino';
import { type Clock } from '../../src/lib/clock.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { type Metrics } from '../metrics/create-metrics.ts';
import { type Job } from './job.ts';
import { createQueuePool, QUEUE_SCHEMA } from './queue-pool.ts';

export interface JobsOptions {
  databaseUrl: string;
  jobs: readonly Job[];
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'observeJob'>;
  /** Where it says no, a job is left to another process, or to a later moment. */
  mayWork?: () => Promise<boolean>;
  /** How often the queue is looked into. */
  pollingIntervalSeconds?: number;
}

export interface RunningJobs {
  /** Waits a moment for what is being done; what is cut off is done by the next run. */
  stop(): Promise<void>;
}

/** A run that was not heard of for so long is over: its process has died. */
const EXPIRE_SECONDS = 15 * 60;
const KEEP_SECONDS = 24 * 3_600;
const STOP_WITHIN_MS = 5_000;
const STEP_BACK_SECONDS = 5;

/**
 * Works on the jobs beside any other processes that do: when one is due, one of them enqueues it, and one of them claims it, both in the database.
 * Each job is also enqueued at once, for what fell due while nobody was there.
 */
export async function startJobs({ databaseUrl, jobs, clock, log, metrics, ...options }: JobsOptions): Promise<RunningJobs> {
  const { pollingIntervalSeconds = 3, mayWork = () => Promise.resolve(true) } = options;
  const pool = createQueuePool(databaseUrl);
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: QUEUE_SCHEMA, migrate: false });
  // The queue goes on by itself once the database is back.
  boss.on('error', (error) => log.warn({ failure: describeFailure(error) }, 'the queue of jobs met an error'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'the queue of jobs warns'));
  const stop = async (): Promise<void> => {
    // Neither ends while a database does not answer; the process must.
    await withDeadline(boss.stop({ timeout: STOP_WITHIN_MS }), 2 * STOP_WITHIN_MS).catch(() => log.warn('left running jobs behind'));
    await withDeadline(pool.end(), STOP_WITHIN_MS).catch(() => log.warn('left connections of the queue behind'));
  };
  try {
    await boss.start();
    for (const job of jobs) {
      await enqueueRegularly(boss, job);
      await boss.work(job.name, { pollingIntervalSeconds }, async () => {
        if (await mayWork()) return runJob(job, { clock, log, metrics });
        await boss.send(job.name, null, { startAfter: STEP_BACK_SECONDS });
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function enqueueRegularly(boss: PgBoss, { name, cron }: Job): Promise<void> {
  // The next run catches up, so a failed one is not repeated, and those that wait are never more than one.
  const settings = { retryLimit: 0, expireInSeconds: EXPIRE_SECONDS, retentionSeconds: KEEP_SECONDS, deleteAfterSeconds: KEEP_SECONDS };
  await boss.createQueue(name, { policy: policies.short, ...settings });
  await boss.updateQueue(name, settings);
  await boss.schedule(name, cron, null, { tz: 'UTC', missed: scheduleMissedPolicies.once });
  await boss.send(name);
}

async function runJob({ name, run }: Job, { clock, log, metrics }: Pick<JobsOptions, 'clock' | 'log' | 'metrics'>): Promise<void> {
  const startedAt = performance.now();
  const secondsSince = (): number => (performance.now() - startedAt) / 1_000;
  try {
    const did = await run(clock());
    metrics.observeJob(name, 'done', secondsSince());
    log.debug({ job: name, ...did }, 'did a job');
  } catch (error) {
    metrics.observeJob(name, 'failed', secondsSince());
    log.error({ job: name, failure: describeFailures(error) }, 'a job failed; the next run takes it up again');
    // The queue keeps what it is thrown, and a failed query's message holds its values.
    throw new JobFailed(`${name} failed: see the log`);
  }
}

class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly code = 'JOB_FAILED';
}

function describeFailures(error: unknown): object[] {
  const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return failures.slice(0, 5).map(describeFailure);
}
