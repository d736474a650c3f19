import pg from 'pg';
import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../../provider/db/pool.ts';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { describeFailure } from '../../../provider/logging/describe-failure.ts';

const NOBODY = '127.0.0.1:1';

/** As the driver says it where no server listens. */
async function refused(): Promise<unknown> {
  const pool = createPool(`postgres://jufi@${NOBODY}/jufi`, { max: 1, connectTimeoutMs: 2_000 });
  const failure: unknown = await pool.query('select 1').catch((error: unknown) => error);
  await pool.end();
  return failure;
}

function saidByTheServer(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('said', 4, 'error'), { code, severity: 'ERROR' });
}

describe('the log of a process whose database is gone', () => {
  let lines: { level: number; time: string; msg: string; [field: string]: unknown }[];
  let log: Logger;
  beforeEach(() => {
    lines = [];
    log = createLogger({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  });
  afterEach(() => vi.useRealTimers());

  it('says so once, whatever meets it, and once more when it is back, with how long and how much', async () => {
    const failure = describeFailure(new Error('Failed query', { cause: await refused() }));
    vi.useFakeTimers({ now: new Date('2026-11-27T03:00:00Z') });
    for (let second = 0; second < 60; second += 1) {
      log.warn({ requestId: 'r', code: 'SERVICE_UNAVAILABLE', failure }, 'failed');
      log.warn({ failure }, 'the queue of jobs met an error');
      log.child({ part: 'jobs' }).error({ failure: [failure] }, 'a job failed');
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 50, time: '2026-11-27T03:00:00.000Z', failure: { chain: [{}, { code: 'ECONNREFUSED' }] } });
    expect(lines[0]?.msg).toMatch(/^the database does not answer/);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ msg: 'the database answers again', seconds: 59, callsRefused: 60, othersFailed: 120 });
    log.warn({ failure }, 'failed');
    expect(lines).toHaveLength(3);
  });

  it('says in words that its disk is full', () => {
    log.warn({ failure: describeFailure(saidByTheServer('53100')) }, 'failed');
    expect(lines[0]?.msg).toMatch(/^the database has no room left on its disk/);
  });

  it.each(['40001', '40P01', '57014', '55P03', '23505'])('tells each failure of one statement by itself: %s', (code) => {
    for (let nth = 0; nth < 3; nth += 1) log.warn({ failure: describeFailure(saidByTheServer(code)) }, 'failed');
    expect(lines.map(({ msg }) => msg)).toEqual(['failed', 'failed', 'failed']);
  });

  it('does not take another service that is gone for the database', async () => {
    const failure: unknown = await fetch(`http://${NOBODY}`).catch((error: unknown) => error);
    for (let nth = 0; nth < 2; nth += 1) log.warn({ failure: describeFailure(failure) }, 'the prices could not be read');
    expect(lines).toHaveLength(2);
  });
});

it('a file that the system does not give is named', () => {
  const missing = Object.assign(new Error('secret'), { code: 'ENOENT', syscall: 'open', path: '/etc/jufi/operator.key' });
  expect(describeFailure(missing).chain[0]).toMatchObject({ code: 'ENOENT', path: '/etc/jufi/operator.key' });
});
