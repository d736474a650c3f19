import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import type { Database } from './db/database.ts';

/** Compares this process's clock with the database's, which all processes share. */
export interface ClockWatch {
  /** How far this process is ahead, at least; negative if behind. Throws if the database doesn't respond. */
  offsetMs: () => Promise<number>;
  /** Whether time-dependent work may be done here. If the database doesn't respond, the last known state applies. */
  isRight: () => Promise<boolean>;
}

export interface ClockWatchOptions {
  database: Database;
  log: Logger;
  /** The machine's clock, whatever time the calls are given. */
  clock?: Clock | undefined;
}

/** Due dates and price ages depend on the clock: two processes that differ by more wouldn't agree on them. */
const MOST_OFF_MS = 5_000;
const MEASURE_EVERY_MS = 1_000;

export function createClockWatch({ database, log, clock = systemClock }: ClockWatchOptions): ClockWatch {
  let measuredAtMs = -Infinity;
  let known = 0;
  let measuring: Promise<number> | undefined;

  async function measure(): Promise<number> {
    const offset = await readOffset(database, clock);
    const [was, is] = [isOff(known), isOff(offset)];
    if (is && !was) log.error({ offsetMs: offset }, 'the clock of this process is off: it settles nothing until it is right');
    if (was && !is) log.warn({ offsetMs: offset }, 'the clock of this process is right again');
    known = offset;
    measuredAtMs = performance.now();
    return offset;
  }

  const offsetMs = (): Promise<number> => {
    if (performance.now() - measuredAtMs < MEASURE_EVERY_MS) return Promise.resolve(known);
    return (measuring ??= measure().finally(() => (measuring = undefined)));
  };

  return {
    offsetMs,
    isRight: async () => !isOff(await offsetMs().catch(() => known)),
  };
}

function isOff(offsetMs: number): boolean {
  return Math.abs(offsetMs) > MOST_OFF_MS;
}

/** The database read its clock at some moment during the query, so a slow response doesn't make a clock wrong. */
async function readOffset(database: Database, clock: Clock): Promise<number> {
  const askedAtMs = performance.now();
  const { rows } = await database.execute<{ ms: string }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`);
  const after = clock().getTime();
  const before = after - (performance.now() - askedAtMs);
  const there = Number(rows[0]?.ms);
  if (!Number.isFinite(there)) throw new TypeError('the database returned no time');
  if (there < before) return before - there;
  return there > after ? after - there : 0;
}
