import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { readForMany } from '../../../provider/db/read-for-many.ts';
import { type FreshDatabase, freshDatabase } from '../../support/fresh-database.ts';

let database: FreshDatabase;
let pool: Pool;
let db: Database;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  db = createDatabase(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const readMultiples = readForMany<{ n: number }>({
  name: 'multiples',
  asked: { factor: 'int', upto: 'int' },
  text: 'select asked.factor * n as n from generate_series(1, asked.upto) n order by n',
});

it('gives concurrent callers their own rows with one statement', async () => {
  const query = vi.spyOn(pool, 'query');
  const asked = [
    ['2', '3'],
    ['5', '0'],
    ['7', '1'],
    ['2', '3'],
  ];
  const answers = await Promise.all(asked.map((values) => readMultiples(db, values)));
  expect(answers).toEqual([[{ n: 2 }, { n: 4 }, { n: 6 }], [], [{ n: 7 }], [{ n: 2 }, { n: 4 }, { n: 6 }]]);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

it('starts another statement when one would get too long, and doesn’t mix callers', async () => {
  const query = vi.spyOn(pool, 'query');
  const answers = await Promise.all(Array.from({ length: 250 }, (_, index) => readMultiples(db, [`${index}`, '1'])));
  expect(answers.map((rows) => rows.map(({ n }) => n))).toEqual(Array.from({ length: 250 }, (_, index) => [index]));
  expect(query).toHaveBeenCalledTimes(3);
  query.mockRestore();
});

it('queries again for later callers, and sees what was written meanwhile', async () => {
  await pool.query('create table noted (n int)');
  const readNoted = readForMany<{ n: number }>({
    name: 'noted',
    asked: { least: 'int' },
    text: 'select n from noted where n >= asked.least',
  });
  expect(await readNoted(db, ['1'])).toEqual([]);
  await pool.query('insert into noted values (1)');
  expect(await readNoted(db, ['1'])).toEqual([{ n: 1 }]);
});

it('reports a failure to the caller that caused it, and serves the others', async () => {
  const divide = readForMany<{ n: number }>({ name: 'divide', asked: { by: 'int' }, text: 'select 12 / asked.by as n' });
  const failed = await Promise.allSettled([divide(db, ['3']), divide(db, ['0'])]);
  expect(failed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await divide(db, ['4'])).toEqual([{ n: 3 }]);
});
