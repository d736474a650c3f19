import { globSync } from 'node:fs';
import { join } from 'node:path';

import { is } from 'drizzle-orm';
import { getTableConfig, isPgEnum, type PgEnum, PgTable } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { migrate } from '../../../provider/db/migrate.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { type FreshDatabase, freshDatabase } from '../../support/fresh-database.ts';

type Column = { table: string; column: string; type: string; notNull: boolean; hasDefault: boolean };

const root = join(import.meta.dirname, '../../..');
let database: FreshDatabase;
let pool: Pool;
let tables: PgTable[];
let enums: PgEnum<[string, ...string[]]>[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 1 });
  await migrate(pool);
  const modules: unknown[] = await Promise.all(globSync('provider/**/schema.ts', { cwd: root }).map((path) => import(join(root, path))));
  const exported = modules.flatMap((module) => (typeof module === 'object' && module !== null ? Object.values(module) : []) as unknown[]);
  tables = exported.filter((value) => is(value, PgTable));
  enums = exported.filter((value) => isPgEnum(value));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('the code’s columns and the migrated database’s are the same', async () => {
  expect(tables.length).toBeGreaterThan(2);
  expect(tables.flatMap(columnsOfCode).map(inWords).toSorted()).toEqual((await columnsOfDatabase()).map(inWords).toSorted());
});

it('every enumeration has the same values in the same order', async () => {
  const { rows } = await pool.query<{ name: string; words: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as words
       from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`,
  );
  expect(
    enums.map(({ enumName, enumValues }) => ({ name: enumName, words: [...enumValues] })).toSorted((a, b) => a.name.localeCompare(b.name)),
  ).toEqual(rows);
});

function columnsOfCode(table: PgTable): Column[] {
  const { name, columns } = getTableConfig(table);
  return columns.map((column) => ({
    table: name,
    column: column.name,
    type: sqlName(column.getSQLType()),
    notNull: column.notNull,
    hasDefault: column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
  }));
}

async function columnsOfDatabase(): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
            a.atthasdef or a.attidentity <> '' as "hasDefault"
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped 
        and c.relname not in ('schema_migration', 'database_role')`,
  );
  return rows;
}

/** PostgreSQL's name for what drizzle abbreviates. */
function sqlName(type: string): string {
  return type
    .replace(/^timestamp \((\d)\)/, 'timestamp($1)')
    .replace(/^varchar/, 'character varying')
    .replace(/^serial/, 'integer')
    .replace(/^bigserial/, 'bigint')
    .replace(/^numeric\((\d+), (\d+)\)/, 'numeric($1,$2)');
}

/** One line per column, for readable differences. */
function inWords({ table, column, type, notNull, hasDefault }: Column): string {
  return `${table}.${column} ${type}${notNull ? ' not null' : ''}${hasDefault ? ' default' : ''}`;
}
