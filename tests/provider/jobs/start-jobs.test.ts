import { expect, it, onTestFinished, vi } from 'vitest';
import { installQueue, type Job } from '../../../provider/jobs/start-jobs.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { breakableProxy, type Weather } from '../http/breakable-proxy.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { openProvider, startProvider } from '../start-provider.ts';
import { openQueue } from './queue.ts';

vi.setConfig({ testTimeout: 120_000 });
const PATIENCE = { timeout: 60_000 };
const NEVER = '0 0 1 1 *';

function countingJob(name = 'count'): Job & { runs: number } {
  const job = {
    name,
    cron: NEVER,
    runs: 0,
    run: () => {
      job.runs += 1;
      return Promise.resolve({});
    },
  };
  return job;
}

it('a job runs when a process starts, and whenever it is due', async () => {
  const queue = await openQueue();
  const job = countingJob();
  await queue.work([job]);
  await expect.poll(() => job.runs, PATIENCE).toBe(1);
  await queue.enqueue(job.name);
  await expect.poll(() => job.runs, PATIENCE).toBe(2);
  expect(queue.observed).toEqual([
    ['count', 'done'],
    ['count', 'done'],
  ]);
});

it('one of several processes does the due work', async () => {
  const queue = await openQueue();
  const jobs = [countingJob(), countingJob(), countingJob()];
  const sum = (): number => jobs.reduce((total, { runs }) => total + runs, 0);
  for (const job of jobs) await queue.work([job]);
  const settled = async (): Promise<number> => {
    const { rows } = await queue.pool.query<{ count: string }>(
      `select count(*) from pgboss.job where name = 'count' and state < 'completed'`,
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(settled, PATIENCE).toBe(0);
  const before = sum();
  for (let due = 1; due <= 5; due += 1) {
    await queue.enqueue('count');
    await expect.poll(settled, PATIENCE).toBe(0);
    expect(sum()).toBe(before + due);
  }
});

it('a failing job is logged and counted, reveals no secret, and runs again', async () => {
  const queue = await openQueue();
  let isBroken = true;
  const job: Job = {
    name: 'fragile',
    cron: NEVER,
    run: () => (isBroken ? Promise.reject(new Error('broken by hunter2')) : Promise.resolve({})),
  };
  await queue.work([job]);
  await expect.poll(() => queue.observed, PATIENCE).toEqual([['fragile', 'failed']]);
  expect(queue.logged.join('')).toContain('a job failed');
  const state = async (): Promise<string | undefined> =>
    (await queue.pool.query<{ state: string }>('select state, output from pgboss.job where name = $1', ['fragile'])).rows[0]?.state;
  await expect.poll(state, PATIENCE).toBe('failed');
  const { rows } = await queue.pool.query('select output from pgboss.job');
  expect(JSON.stringify(rows)).not.toContain('hunter2');
  isBroken = false;
  await queue.enqueue('fragile');
  await expect.poll(() => queue.observed.at(-1), PATIENCE).toEqual(['fragile', 'done']);
});

it('a process with fewer jobs takes none away from one with more', async () => {
  const queue = await openQueue();
  const job = countingJob('more');
  await queue.work([job, countingJob('both')]);
  await queue.work([countingJob('both')]);
  const { rows } = await queue.pool.query('select name from pgboss.schedule order by name');
  expect(rows).toEqual([{ name: 'both' }, { name: 'more' }]);
  await expect.poll(() => job.runs, PATIENCE).toBe(1);
  for (let due = 2; due <= 4; due += 1) {
    await queue.enqueue('more');
    await expect.poll(() => job.runs, PATIENCE).toBe(due);
  }
});

it.each<Weather>(['REFUSES', 'SILENT'])('recovers by itself after a database that %s', async (weather) => {
  const queue = await openQueue();
  const proxy = await breakableProxy(new URL(queue.url));
  onTestFinished(proxy.close);
  const job = countingJob();
  await queue.work([job], proxy.url);
  await expect.poll(() => job.runs, PATIENCE).toBe(1);
  proxy.set(weather);
  await queue.enqueue(job.name);
  // The network eventually drops hanging connections.
  proxy.set('REFUSES');
  proxy.set('WORKS');
  await expect.poll(() => job.runs, PATIENCE).toBe(2);
});

it('stops in time even if the database never responds again', async () => {
  const queue = await openQueue();
  const proxy = await breakableProxy(new URL(queue.url));
  onTestFinished(proxy.close);
  const job = countingJob();
  const running = await queue.work([job], proxy.url);
  await expect.poll(() => job.runs, PATIENCE).toBe(1);
  proxy.set('SILENT');
  const startedAt = performance.now();
  await running.stop();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

it('processes that start together create one queue', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await expect(Promise.all([1, 2, 3, 4].map(() => installQueue(database.url)))).resolves.toHaveLength(4);
});

it('a provider runs all jobs alongside its calls, and closes all its connections', async () => {
  const database = await freshDatabase();
  const provider = await openProvider({ databaseUrl: database.url, jobs: true, prices: pricesAtHand() });
  const names = [
    'audit',
    'earn-premiums',
    'forget',
    'publish-reserves',
    'refresh-prices',
    'release-codes',
    'remove-newcomers',
    'reserve-privileges',
    'settle-insurances',
    'thin-observations',
  ];
  const { rows } = await provider.pool.query<{ name: string }>('select name from pgboss.schedule order by name');
  expect(rows.map(({ name }) => name)).toEqual(names);
  const done = (): string[] =>
    names.filter((name) => provider.logged.some((line) => line.includes(`"job":"${name}"`) && line.includes('did a job')));
  await expect.poll(done, PATIENCE).toEqual(names);
  expect(provider.logged.filter((line) => line.includes('a job failed'))).toEqual([]);
  await provider.provider.close();
  // It takes a server a moment to notice that a client has left.
  const left = async (): Promise<number> =>
    (await provider.pool.query(`select from pg_stat_activity where datname = current_database() and application_name = 'jufi'`)).rows
      .length;
  await expect.poll(left, PATIENCE).toBe(0);
  await provider.pool.end();
  await database.drop();
});

it('a provider without prices leaves jobs that need them to others', async () => {
  const { pool } = await startProvider({ jobs: true });
  const { rows } = await pool.query<{ name: string }>(
    `select name from pgboss.schedule where name in ('refresh-prices', 'settle-insurances')`,
  );
  expect(rows).toEqual([]);
});

it('a provider can be configured to leave the jobs to others', async () => {
  const provider = await startProvider({ jobs: false });
  const { rows } = await provider.pool.query(`select from information_schema.schemata where schema_name = 'pgboss'`);
  expect(rows).toEqual([]);
});
