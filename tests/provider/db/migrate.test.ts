import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { migrate } from '../../../provider/db/migrate.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { type FreshDatabase, freshDatabase } from '../../support/fresh-database.ts';

let folder: string;
let database: FreshDatabase;
let pool: Pool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jufi-migrations-'));
  database = await freshDatabase();
  pool = createPool(database.url, { max: 8 });
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const names = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>('select name from schema_migration order by applied_at, name')).rows.map(({ name }) => name);

it('applies files in the order of their names, once', async () => {
  await write('0002_second.sql', 'insert into fruit values (2)');
  await write('0001_first.sql', 'create table fruit (n int); insert into fruit values (1)');
  expect(await migrate(pool, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(database.url, folder)).toEqual([]);
  expect((await pool.query('select n from fruit order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

it('applies a file added below a range that is already applied', async () => {
  await write('0020_late.sql', 'create table late (n int)');
  await migrate(pool, folder);
  await write('0010_early.sql', 'create table early (n int)');
  expect(await migrate(pool, folder)).toEqual(['0010_early.sql']);
});

it('lets one of many processes that start together do the work', async () => {
  await write('0001_first.sql', 'create table fruit (n int); insert into fruit values (1)');
  await write('0002_second.sql', 'insert into fruit values (2)');
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(pool, folder)));
  expect(applied.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect((await pool.query('select count(*)::int as n from fruit')).rows).toEqual([{ n: 2 }]);
});

it('keeps everything before a failing file, and nothing of that file', async () => {
  await write('0001_first.sql', 'create table fruit (n int)');
  await write('0002_second.sql', 'insert into fruit values (2); insert into nowhere values (2)');
  await expect(migrate(pool, folder)).rejects.toMatchObject({ code: 'MIGRATION_FAILED' });
  expect(await names()).toEqual(['0001_first.sql']);
  expect((await pool.query('select from fruit')).rows).toEqual([]);
  await write('0002_second.sql', 'insert into fruit values (2)');
  expect(await migrate(pool, folder)).toEqual(['0002_second.sql']);
});

it('refuses a file changed after it was applied', async () => {
  await write('0001_first.sql', 'create table fruit (n int)');
  await migrate(pool, folder);
  await write('0001_first.sql', 'create table fruit (n bigint)');
  await expect(migrate(pool, folder)).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
});

it('refuses a database migrated by a newer version', async () => {
  await write('0001_first.sql', 'create table fruit (n int)');
  await write('0002_second.sql', 'create table herb (n int)');
  await migrate(pool, folder);
  await rm(join(folder, '0002_second.sql'));
  await expect(migrate(pool, folder)).rejects.toMatchObject({ code: 'MIGRATION_UNKNOWN' });
});

describe('a baseline', () => {
  const OLD = { '0001_first.sql': 'create table fruit (n int)', '0002_second.sql': 'insert into fruit values (2)' };
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const replaced = digest(
    Object.entries(OLD)
      .map(([name, text]) => `${name} ${digest(text)}`)
      .join('\n'),
  );
  const BASELINE = `-- replaces: 0002_second.sql ${replaced}\ncreate table fruit (n int); insert into fruit values (2)`;

  const squash = async (): Promise<void> => {
    for (const name of Object.keys(OLD)) await rm(join(folder, name), { force: true });
    await write('1000_baseline.sql', BASELINE);
    await write('1001_next.sql', 'insert into fruit values (3)');
  };
  const fruit = async (): Promise<unknown[]> => (await pool.query<{ n: number }>('select n from fruit order by n')).rows;

  it('is run on an empty database', async () => {
    await squash();
    expect(await migrate(pool, folder)).toEqual(['1000_baseline.sql', '1001_next.sql']);
    expect(await fruit()).toEqual([{ n: 2 }, { n: 3 }]);
  });

  it('is only recorded where everything that it replaces was run', async () => {
    for (const [name, text] of Object.entries(OLD)) await write(name, text);
    await migrate(pool, folder);
    await squash();
    expect(await migrate(pool, folder)).toEqual(['1000_baseline.sql', '1001_next.sql']);
    expect(await fruit()).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await migrate(pool, folder)).toEqual([]);
  });

  it.each([
    ['a file is missing', { '0001_first.sql': OLD['0001_first.sql'] }],
    ['a file was another', { ...OLD, '0002_second.sql': 'insert into fruit values (4)' }],
    ['there was a file more', { ...OLD, '0003_third.sql': 'insert into fruit values (4)' }],
  ])('is refused, and says what to run first, where %s', async (_, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await write(name, text);
    await migrate(pool, folder);
    const before = await names();
    for (const name of Object.keys(files)) await rm(join(folder, name));
    await squash();
    await expect(migrate(pool, folder)).rejects.toMatchObject({
      code: 'MIGRATION_TOO_OLD',
      message: expect.stringContaining('whose last migration is 0002_second.sql first') as unknown,
    });
    expect(await names()).toEqual(before);
  });
});

it('refuses a file whose name has no place in the order', async () => {
  await write('1_first.sql', 'select 1');
  await expect(migrate(pool, folder)).rejects.toThrow('1_first.sql');
});
