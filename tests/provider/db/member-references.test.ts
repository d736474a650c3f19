import { expect, it } from 'vitest';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { createPool } from '../../../provider/db/pool.ts';

it('finds what names a member by an index, in every table that may, so that deleting a newcomer reads none whole', async () => {
  const database = await migratedDatabase();
  const pool = createPool(database.url, { max: 1 });
  const { rows } = await pool.query<{ by: string; index: string | null }>(`
    select c.conrelid::regclass || '.' || a.attname as by,
           (select min(i.indexrelid::regclass::text) from pg_index i
             where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
               and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))) as index
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'member'::regclass and cardinality(c.conkey) = 1`);
  await pool.end();
  await database.drop();
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ index }) => index === null).map(({ by }) => by)).toEqual([]);
});
