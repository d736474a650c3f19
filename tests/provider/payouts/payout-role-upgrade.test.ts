import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin } from '../../support/as-admin.ts';
import { type FreshDatabase } from '../../support/fresh-database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const MIGRATION = join(import.meta.dirname, '../../../provider/db/migrations/0150_payout_line.sql');
const role = `payouts_${randomUUID().slice(0, 8)}`;

let database: FreshDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(async () => {
  await asAdmin(database.url, (client) => client.query(`drop owned by ${role}; drop role ${role}`));
  await database.drop();
});

it('a role from before turns were stored gets the rights they require from the migration itself', async () => {
  const migration = await readFile(MIGRATION, 'utf8');
  const grants = migration.slice(migration.lastIndexOf('do $$'));
  await asAdmin(database.url, async (client) => {
    await client.query(`create role ${role}`);
    await client.query(`grant execute on function chain_order_void to ${role}`);
    await client.query(grants);
    const { rows } = await client.query(
      `select (select bool_and(has_table_privilege($1, 'payout_line', verb)) from unnest('{select,insert,update}'::text[]) verb) as lines, has_table_privilege($1, 'payout_line', 'delete') as more,
              has_function_privilege($1, 'chain_order_refuse(uuid,uuid,timestamptz,text,bytea)', 'execute') as refuses,
              has_function_privilege($1, 'chain_order_undo(uuid,uuid,timestamptz,text,bytea,boolean)', 'execute') as undoes`,
      [role],
    );
    expect(rows).toEqual([{ lines: true, more: false, refuses: true, undoes: false }]);
  });
});
