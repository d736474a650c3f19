import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { firstDatabaseUrl, readDatabaseAddress } from '../../../provider/db/database-address.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { isDatabaseAway } from '../../../provider/db/is-database-away.ts';
import { createPool, liftTimeLimits } from '../../../provider/db/pool.ts';
import { breakableProxy } from '../http/breakable-proxy.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('an address of a database', () => {
  it('may name several hosts and a pooler', () => {
    expect(readDatabaseAddress('postgres://me:a%40b@one:5432,two:5433,[::1]/jufi?sslmode=require&pooler=transaction')).toEqual({
      urls: [
        'postgres://me:a%40b@one:5432/jufi?sslmode=require',
        'postgres://me:a%40b@two:5433/jufi?sslmode=require',
        'postgres://me:a%40b@[::1]/jufi?sslmode=require',
      ],
      isPooledByTransaction: true,
    });
    expect(firstDatabaseUrl('postgres://me:a%40b@one,two/jufi').hostname).toBe('one');
    expect(readDatabaseAddress('postgres://me@one/jufi?pooler=session')?.isPooledByTransaction).toBe(false);
  });

  it.each([
    'mysql://me@one/jufi',
    'postgres://me@/jufi',
    'postgres://me@one,/jufi',
    'postgres://me@one:port/jufi',
    'postgres://me:50%off@one/jufi',
    'postgres://me@one/jufi?pooler=statement',
    'one',
  ])('%s is none', (text) => expect(readDatabaseAddress(text)).toBeNull());
});

describe('a server that goes silent', () => {
  it('is waited for a little longer than it may take, and its connection is given up', { tags: 'full' }, async () => {
    const proxy = await breakableProxy(new URL(inject('databaseServerUrl')));
    const pool = createPool(proxy.url, { max: 1, statementTimeoutMs: 200 });
    onTestFinished(async () => {
      await pool.end();
      proxy.close();
    });
    const database = createDatabase(pool);
    await pool.query('select 1');
    proxy.set('SILENT');
    const startedAtMs = performance.now();
    const failed = inTransaction(database, (tx) => tx.execute(sql`select 1`)).catch((error: unknown) => error);
    expect(isDatabaseAway(await failed)).toBe(true);
    expect(performance.now() - startedAtMs).toBeGreaterThan(5_000);
    proxy.set('WORKS');
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is waited for without limit where a transaction lifts its time limits, and only there', async () => {
    const pool = createPool(inject('databaseServerUrl'), { max: 1, statementTimeoutMs: 100, queryTimeoutMs: 200 });
    onTestFinished(() => pool.end());
    const database = createDatabase(pool);
    const sleep = sql`select pg_sleep(0.4)`;
    await inTransaction(database, async (tx) => {
      await liftTimeLimits(tx.$client);
      await tx.execute(sleep);
    });
    await expect(database.execute(sleep)).rejects.toThrow();
  });
});

describe('behind a pooler by transaction', () => {
  const open = (query: string) => {
    const url = new URL(inject('databaseServerUrl'));
    url.search = query;
    const pool = createPool(url.href, { max: 1 });
    onTestFinished(() => pool.end());
    return pool;
  };
  const named = { name: 'a_name', text: 'select $1::int as one', values: [1] };

  it('a connection prepares no statements by name, and starts without a query', async () => {
    const pool = open('?pooler=transaction');
    expect((await pool.query<{ one: number }>(named)).rows).toEqual([{ one: 1 }]);
    const client = await pool.connect();
    expect((await client.query<{ one: number }>(named)).rows).toEqual([{ one: 1 }]);
    expect((await client.query('select name from pg_prepared_statements')).rows).toEqual([]);
    const { rows } = await client.query<{ source: string }>(
      "select source from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')",
    );
    expect(rows.map(({ source }) => source)).not.toContain('client');
    client.release();
  });

  it('elsewhere statements are prepared once a connection', async () => {
    const client = await open('').connect();
    await client.query(named);
    expect((await client.query<{ name: string }>('select name from pg_prepared_statements')).rows).toEqual([{ name: 'a_name' }]);
    client.release();
  });

  it('no statement of ours leaves anything in a connection beyond its transaction', () => {
    const forbidden = [
      /\bpg_advisory_lock(_shared)?\s*\(/i,
      /\bpg_try_advisory_lock(_shared)?\s*\(/i,
      /set_config\([^)]*,\s*false\s*\)/i,
      /[`'"]\s*(listen|unlisten)\s+\w/i,
      /\bcreate\s+(global\s+|local\s+)?temp(orary)?\s+(table|sequence|view)/i,
      /\bcursor\s+with\s+hold\b/i,
      /[`'";]\s*set\s+(?!local\b|constraints\b|transaction\b)(session\s+)?[a-z_]+\s*(=|to)\s/i,
      /[`'"]\s*(prepare|deallocate|discard)\s+\w/i,
    ];
    const files = globSync('provider/**/*.{ts,sql}', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return forbidden.flatMap((pattern) => {
        const match = pattern.exec(text);
        return match === null ? [] : [`${file}: ${match[0]}`];
      });
    });
    expect(found).toEqual([]);
  });
});
