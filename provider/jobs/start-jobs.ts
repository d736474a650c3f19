import type { Pool } from 'pg';
import { PgBoss, policies, scheduleMissedPolicies } from 'pg-boss';
import type { Logger } from 'pino';
import type { Clock } from '../../src/lib/clock.ts';
import { underMigrationLock } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import type { Metrics } from '../metrics/create-metrics.ts';

/**
 * A recurring job. Each run catches up on everything due, so missed runs don't matter; concurrent runs, in one process or several, and
 * interrupted ones do nothing twice.
 */
export interface Job {
  name: string;
  /** Schedule in UTC: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** After this a run counts as dead, and the next one may start: 15 minutes unless more is said. */
  mayTakeSeconds?: number;
  /** Returns what it did, for the log. */
  run: (now: Date) => Promise<Record<string, unknown>>;
}

interface JobsOptions {
  databaseUrl: string;
  jobs: readonly Job[];
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'observeJob'>;
  /** If it returns false, the job is left to another process or a later run. */
  mayWork?: () => Promise<boolean>;
  /** How often the queue is polled. */
  pollingIntervalSeconds?: number;
}

export interface RunningJobs {
  /** Waits briefly for running jobs; the next run completes what is cut off. */
  stop(): Promise<void>;
}

/** A run that hasn't reported for this long is over: its process has died. Jobs that may take longer say so. */
const EXPIRE_SECONDS = 15 * 60;
const KEEP_SECONDS = 24 * 3_600;
const STOP_WITHIN_MS = 5_000;
const STEP_BACK_SECONDS = 5;

/**
 * Processes jobs alongside other processes: when a job is due, one process enqueues it and one claims it, coordinated by the database.
 * Every job is also enqueued at start, for runs that fell due while nothing was running.
 */
export async function startJobs({ databaseUrl, jobs, clock, log, metrics, ...options }: JobsOptions): Promise<RunningJobs> {
  const { pollingIntervalSeconds = 3, mayWork = () => Promise.resolve(true) } = options;
  const pool = createQueuePool(databaseUrl);
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: QUEUE_SCHEMA, migrate: false });
  // The queue recovers once the database is back.
  boss.on('error', (error) => log.warn({ failure: describeFailure(error) }, 'the queue of jobs met an error'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'the job queue reports a warning'));
  const stop = async (): Promise<void> => {
    // Neither call ends while the database doesn't respond, but the process must.
    await withDeadline(boss.stop({ timeout: STOP_WITHIN_MS }), 2 * STOP_WITHIN_MS).catch(() => log.warn('left running jobs behind'));
    await withDeadline(pool.end(), STOP_WITHIN_MS).catch(() => log.warn('left connections of the queue behind'));
  };
  /** The queue gives up a run that takes too long, but can't end it. */
  const running = new Set<string>();
  try {
    await boss.start();
    for (const job of jobs) {
      await enqueueRegularly(boss, job);
      await boss.work(job.name, { pollingIntervalSeconds }, async () => {
        if (running.has(job.name)) {
          log.error({ job: job.name }, 'a job runs beyond its time: the next run waits for its end');
          return undefined;
        }
        if (!(await mayWork())) return boss.send(job.name, null, { startAfter: STEP_BACK_SECONDS });
        running.add(job.name);
        return runJob(job, { clock, log, metrics }).finally(() => running.delete(job.name));
      });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function enqueueRegularly(boss: PgBoss, { name, cron, mayTakeSeconds = EXPIRE_SECONDS }: Job): Promise<void> {
  // The next run catches up, so a failed run isn't retried and at most one is queued.
  const settings = { retryLimit: 0, expireInSeconds: mayTakeSeconds, retentionSeconds: KEEP_SECONDS, deleteAfterSeconds: KEEP_SECONDS };
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
    // The queue stores what is thrown, and a failed query's message contains its values.
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

/** Creates or upgrades the queue's schema. Processes that start together queue on the migrations' lock. */
export async function installQueue(databaseUrl: string): Promise<void> {
  // The lock holds one connection while the queue uses the other; either may take long.
  const pool = createPool(databaseUrl, { max: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  let failure: Error | undefined;
  boss.on('error', (error) => (failure ??= error));
  try {
    await underMigrationLock(pool, async () => {
      await boss.start();
      await boss.stop({ graceful: false });
    });
    if (failure !== undefined) throw failure;
  } finally {
    await pool.end();
  }
}

/** A few connections for the queue alone: it polls often, and neither it nor members' calls should wait for the other. */
function createQueuePool(databaseUrl: string): Pool {
  return createPool(databaseUrl, { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000, queryTimeoutMs: 65_000 });
}

/** The queue's own schema, apart from our tables. */
const QUEUE_SCHEMA = 'pgboss';
