import { sql, type SQL } from 'drizzle-orm';
import type { Hex } from 'viem';
import { z } from 'zod';
import type { PairState } from '../../src/lib/chain/cumulative-price.ts';
import type { Database, Queryable } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { hexSchema } from '../hex-schema.ts';

export interface BlockRef {
  blockNumber: bigint;
  blockHash: Hex;
  /** In seconds. */
  blockTime: bigint;
}

/** A pair's reserves after a block, with the price sums up to it. */
export interface PairObservation extends BlockRef {
  reserve0: bigint;
  reserve1: bigint;
  price0Cumulative: bigint;
  price1Cumulative: bigint;
}

/** How far a pair is known. */
export interface PairHead extends BlockRef {
  readAt: Date;
  /** What to add to our sums, modulo 2^256, to get the pair's own; both are zero if its whole history is known. */
  offset0: bigint;
  offset1: bigint;
}

/** Inputs of a price's computation. */
export interface KnownPrices {
  head(pair: Hex): Promise<PairHead | null>;
  /** The state at each time (in seconds): the newest observation not later; `null` before the first. */
  statesAt(pair: Hex, times: readonly bigint[]): Promise<(PairState | null)[]>;
}

/** What was read of a pair after `expected`, the head that was known before. */
interface PairReading {
  expected: PairHead | null;
  observations: readonly PairObservation[];
  head: PairHead;
}

export interface PriceStore extends KnownPrices {
  /** The same within the caller's transaction. */
  within(queryable: Queryable): KnownPrices;
  newest(pair: Hex): Promise<PairObservation | null>;
  /** The newest at or below a block number. */
  newestUpTo(pair: Hex, blockNumber: bigint): Promise<PairObservation | null>;
  /**
   * Stores observations and the new head atomically. Returns `false` without storing if the head isn't the expected one, because another
   * process was faster.
   */
  append(pair: Hex, reading: PairReading): Promise<boolean>;
  /** Deletes everything above a block, after a reorganisation of the chain. */
  rewind(pair: Hex, expected: PairHead, to: BlockRef): Promise<boolean>;
  /** Deletes everything about a pair. */
  forget(pair: Hex, expected: PairHead): Promise<boolean>;
  /** Keeps the last observation of each hour before `hourlyBefore`, and of each UTC day before `dailyBefore` (seconds). */
  thin(pair: Hex, cutoffs: { hourlyBefore: bigint; dailyBefore: bigint }): Promise<number>;
}

export function stateOf(observation: PairObservation): PairState {
  const { reserve0, reserve1, price0Cumulative, price1Cumulative, blockTime } = observation;
  return { reserve0, reserve1, price0Cumulative, price1Cumulative, changedAt: blockTime };
}

const integer = z.union([z.string(), z.number(), z.bigint()]).transform((value) => BigInt(value));
const observationSchema = z
  .object({
    block_number: integer,
    block_hash: hexSchema,
    block_time: integer,
    reserve0: integer,
    reserve1: integer,
    price0_cumulative: integer,
    price1_cumulative: integer,
  })
  .transform((row): PairObservation => ({
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
    reserve0: row.reserve0,
    reserve1: row.reserve1,
    price0Cumulative: row.price0_cumulative,
    price1Cumulative: row.price1_cumulative,
  }));
const headSchema = z
  .object({
    block_number: integer,
    block_hash: hexSchema,
    block_time: integer,
    read_at: z.coerce.date(),
    offset0: integer,
    offset1: integer,
  })
  .transform((row): PairHead => ({
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
    readAt: row.read_at,
    offset0: row.offset0,
    offset1: row.offset1,
  }));

/** Stores pairs' observations in PostgreSQL. */
export function createPostgresPriceStore(database: Database): PriceStore {
  return {
    ...known(database),
    within: known,
    newest: (pair) => newest(database, sql`pair = ${key(pair)}`),
    newestUpTo: (pair, blockNumber) => newest(database, sql`pair = ${key(pair)} and block_number <= ${blockNumber.toString()}`),
    append: (pair, reading) => append(database, pair, reading),
    rewind: (pair, expected, to) =>
      inTransaction(database, async (tx) => {
        if (!(await lockExpectedHead(tx, pair, expected))) return false;
        await tx.execute(sql`delete from pair_observation where pair = ${key(pair)} and block_number > ${to.blockNumber.toString()}`);
        await tx.execute(sql`
          update pair_head set block_number = ${to.blockNumber.toString()}, block_hash = ${to.blockHash}, block_time = ${to.blockTime.toString()}
          where pair = ${key(pair)}`);
        return true;
      }),
    forget: (pair, expected) =>
      inTransaction(database, async (tx) => {
        if (!(await lockExpectedHead(tx, pair, expected))) return false;
        await tx.execute(sql`delete from pair_observation where pair = ${key(pair)}`);
        await tx.execute(sql`delete from pair_head where pair = ${key(pair)}`);
        return true;
      }),
    thin: (pair, cutoffs) => thin(database, pair, cutoffs),
  };
}

function known(database: Queryable): KnownPrices {
  return {
    async head(pair) {
      const { rows } = await database.execute(sql`select * from pair_head where pair = ${key(pair)}`);
      return headSchema.nullable().parse(rows[0] ?? null);
    },
    statesAt: (pair, times) => statesAt(database, pair, times),
  };
}

async function newest(database: Queryable, condition: SQL): Promise<PairObservation | null> {
  const { rows } = await database.execute(sql`select * from pair_observation where ${condition} order by block_number desc limit 1`);
  return observationSchema.nullable().parse(rows[0] ?? null);
}

async function statesAt(database: Queryable, pair: Hex, times: readonly bigint[]): ReturnType<PriceStore['statesAt']> {
  const { rows } = await database.execute(sql`
    select observation.*
    from unnest(${sql.param(times.map(String))}::bigint[]) with ordinality as asked (at, place)
    left join lateral (
      select * from pair_observation
      where pair = ${key(pair)} and block_time <= asked.at
      order by block_time desc, block_number desc limit 1
    ) as observation on true
    order by asked.place`);
  return rows.map((row) => ('block_number' in row && row['block_number'] !== null ? stateOf(observationSchema.parse(row)) : null));
}

async function append(database: Database, pair: Hex, { expected, observations, head }: PairReading): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (expected !== null && !(await lockExpectedHead(tx, pair, expected))) return false;
    const values = sql`${head.blockNumber.toString()}, ${head.blockHash}, ${head.blockTime.toString()}, ${head.readAt.toISOString()},
      ${head.offset0.toString()}, ${head.offset1.toString()}`;
    const { rowCount } = await tx.execute(
      expected === null
        ? sql`insert into pair_head (pair, block_number, block_hash, block_time, read_at, offset0, offset1)
              values (${key(pair)}, ${values}) on conflict (pair) do nothing`
        : sql`update pair_head set (block_number, block_hash, block_time, read_at, offset0, offset1)
              = row(${values}) where pair = ${key(pair)}`,
    );
    if (rowCount !== 1) return false;
    await insertObservations(tx, pair, observations);
    return true;
  });
}

async function insertObservations(database: Queryable, pair: Hex, observations: readonly PairObservation[]): Promise<void> {
  const column = (read: (observation: PairObservation) => bigint | string): SQL =>
    sql`${sql.param(observations.map((one) => String(read(one))))}`;
  await database.execute(sql`
    insert into pair_observation (pair, block_number, block_hash, block_time, reserve0, reserve1, price0_cumulative, price1_cumulative)
    select ${key(pair)}, * from unnest(
      ${column((one) => one.blockNumber)}::bigint[], ${column((one) => one.blockHash)}::text[], ${column((one) => one.blockTime)}::bigint[],
      ${column((one) => one.reserve0)}::numeric[], ${column((one) => one.reserve1)}::numeric[],
      ${column((one) => one.price0Cumulative)}::numeric[], ${column((one) => one.price1Cumulative)}::numeric[])`);
}

/** If two processes read the chain at once, only one may write: the later one finds an unexpected head. */
async function lockExpectedHead(database: Queryable, pair: Hex, expected: PairHead): Promise<boolean> {
  const { rows } = await database.execute(sql`select * from pair_head where pair = ${key(pair)} for update`);
  const found = headSchema.nullable().parse(rows[0] ?? null);
  return found !== null && found.blockNumber === expected.blockNumber && found.blockHash === expected.blockHash;
}

async function thin(database: Database, pair: Hex, cutoffs: { hourlyBefore: bigint; dailyBefore: bigint }): Promise<number> {
  // The last one of a day suffices for that day's and the next day's averages: it gives the pair's sums up to midnight. Compares each row
  // only with the next one: comparing with all later ones would cost a search through them for every row kept.
  const { rowCount } = await database.execute(sql`
    delete from pair_observation where pair = ${key(pair)} and block_number in (
      select block_number from (
        select block_number, block_time, lead(block_time) over (order by block_number) as next_time from pair_observation
        where pair = ${key(pair)} and block_time < ${(cutoffs.hourlyBefore + 3_600n).toString()}) as old
      where block_time < ${cutoffs.hourlyBefore.toString()}
        and (next_time / 3600 = block_time / 3600
          or block_time < ${cutoffs.dailyBefore.toString()} and next_time / 86400 = block_time / 86400))`);
  return rowCount ?? 0;
}

function key(pair: Hex): string {
  return pair.toLowerCase();
}
