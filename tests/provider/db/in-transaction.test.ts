import { sql } from 'drizzle-orm';
import { bigint, numeric, pgTable, timestamp } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createDatabase, type Database, type Transaction } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { type FreshDatabase, freshDatabase } from '../../support/fresh-database.ts';

let database: FreshDatabase;
let pool: Pool;
let db: Database;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 8 });
  db = createDatabase(pool);
  await pool.query('create table jar (id int primary key, n bigint not null, last_words text unique deferrable initially deferred)');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('truncate jar');
  await pool.query('insert into jar values (1, 0), (2, 0)');
});

const read = async (): Promise<string[]> => (await pool.query<{ n: string }>('select n from jar order by id')).rows.map(({ n }) => n);
const add = (tx: Transaction, id: number): Promise<unknown> => tx.execute(sql`update jar set n = n + 1 where id = ${id}`);

describe('a database transaction', () => {
  it('commits when its work returns, and returns the result', async () => {
    expect(await inTransaction(db, async (tx) => (await add(tx, 1), 'done'))).toBe('done');
    expect(await read()).toEqual(['1', '0']);
  });

  it('rolls back when its work throws', async () => {
    const failed = inTransaction(db, async (tx) => {
      await add(tx, 1);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await read()).toEqual(['0', '0']);
  });

  it('isn’t reported as committed if its work swallowed a database error', async () => {
    const swallowed = inTransaction(db, async (tx) => {
      await add(tx, 1);
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled it back');
    expect(await read()).toEqual(['0', '0']);
  });

  it('fails if the database refuses the commit, and keeps the connection usable', async () => {
    const refused = inTransaction(db, (tx) => tx.execute(sql`update jar set last_words = 'same'`));
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(await read()).toEqual(['0', '0']);
  });

  it('loses its connection without taking down the process or the pool', async () => {
    const lost = inTransaction(db, async (tx) => {
      const { rows } = await tx.$client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await add(tx, 1);
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await add(tx, 1);
    });
    await expect(lost).rejects.toThrow();
    await Promise.all(Array.from({ length: 16 }, () => inTransaction(db, (tx) => add(tx, 2))));
    expect(await read()).toEqual(['0', '16']);
  });

  it('nests as savepoints', async () => {
    await inTransaction(db, async (tx) => {
      await add(tx, 1);
      await tx
        .transaction(async (inner) => {
          await inner.execute(sql`update jar set n = 99`);
          throw new Error('only the inner part');
        })
        .catch(() => undefined);
    });
    expect(await read()).toEqual(['1', '0']);
  });
});

describe('a conflict', () => {
  it('between serializable transactions is retried completely until all succeed', async () => {
    let attempts = 0;
    const copyAndAdd = (from: number, to: number) =>
      inTransaction(
        db,
        async (tx) => {
          attempts += 1;
          const { rows } = await tx.execute<{ n: string }>(sql`select n from jar where id = ${from}`);
          await tx.execute(sql`update jar set n = ${BigInt(rows[0]?.n ?? 0) + 1n} where id = ${to}`);
        },
        { isolation: 'serializable', maxAttempts: 50 },
      );
    await Promise.all(Array.from({ length: 12 }, (_, index) => copyAndAdd(1 + (index % 2), 2 - (index % 2))));
    expect(attempts).toBeGreaterThan(12);
    const [a, b] = (await read()).map(Number);
    // Any serial order of twelve "one more than the other" leaves the two equal or one apart.
    expect(Math.abs((a ?? 0) - (b ?? 0))).toBe(1);
  });

  it('of locks in opposite orders isn’t visible to the caller', async () => {
    let met = 0;
    let release = (): void => undefined;
    const bothHoldOne = new Promise<void>((resolve) => (release = resolve));
    const lockBoth = (first: number, second: number) =>
      inTransaction(db, async (tx) => {
        await add(tx, first);
        met += 1;
        if (met >= 2) release();
        await bothHoldOne;
        await add(tx, second);
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    expect(met).toBeGreaterThan(2);
    expect(await read()).toEqual(['2', '2']);
  });

  it('that never ends fails with our own code', async () => {
    let attempts = 0;
    const hopeless = inTransaction(
      db,
      async (tx) => {
        attempts += 1;
        await tx.execute(sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`);
      },
      { maxAttempts: 3, random: () => 0 },
    );
    await expect(hopeless).rejects.toMatchObject({ code: 'TRANSACTION_CONFLICT' });
    expect(attempts).toBe(3);
  });

  it('is the only thing retried', async () => {
    let attempts = 0;
    const wrong = inTransaction(db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(wrong).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(attempts).toBe(1);
  });
});

describe('numbers', () => {
  it('too large for a JavaScript number arrive exactly, with and without drizzle', async () => {
    const large = '123456789012345678901234567890';
    const { rows } = await pool.query<{ a: unknown; b: unknown }>(`select 9007199254740993::int8 as a, ${large}::numeric as b`);
    expect(rows).toEqual([{ a: '9007199254740993', b: large }]);
    await pool.query('create table wide (a int8, b numeric, at timestamptz(3))');
    const wide = pgTable('wide', {
      a: bigint('a', { mode: 'bigint' }),
      b: numeric('b', { mode: 'bigint' }),
      at: timestamp('at', { withTimezone: true, precision: 3 }),
    });
    const row = { a: 9007199254740993n, b: BigInt(large), at: new Date('2026-11-21T12:00:00.123Z') };
    await db.insert(wide).values(row);
    expect(await db.select().from(wide)).toEqual([row]);
  });
});

describe('the pool', () => {
  it('has the server cancel a statement that runs or waits too long, and end idle transactions', async () => {
    const impatient = createPool(database.url, { max: 2, statementTimeoutMs: 50, idleInTransactionTimeoutMs: 50 });
    await expect(impatient.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    const client = await impatient.connect();
    const ended = new Promise((resolve) => client.once('error', resolve));
    await client.query('begin');
    expect(await ended).toMatchObject({ code: '25P03' });
    client.release(true);
    await impatient.end();
  });

  it('waits for a lock no longer than configured', async () => {
    const impatient = createPool(database.url, { max: 1, lockTimeoutMs: 30 });
    await inTransaction(db, async (tx) => {
      await add(tx, 1);
      await expect(impatient.query('update jar set n = 5 where id = 1')).rejects.toMatchObject({ code: '55P03' });
    });
    await impatient.end();
  });
});
