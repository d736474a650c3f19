import { Pool } from 'pg';

import { createPool } from '../../provider/db/pool.ts';
import { asAdmin } from './as-admin.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';

export interface LeasedDatabase {
  url: string;
  /** The owner's connections. */
  pool: Pool;
  openPool: typeof createPool;
  release: () => Promise<void>;
}

interface Kept {
  database: FreshDatabase;
  owner: Pool;
  /** The product's, by address and options, of which JSON leaves out the callbacks. */
  pools: Map<string, Pool>;
}

const idle = new Map<string, Kept[]>();

/**
 * A copy of a template which this worker's later tests get again, with the rows of the template, and with the connections of earlier tests: to copy, to drop
 * and to connect takes longer than most tests. One whose schema a test changed, whose tables it filled, or whose connections it left busy, is dropped.
 */
export async function leaseDatabase(template: string): Promise<LeasedDatabase> {
  const kept = idle.get(template)?.pop() ?? (await makeKept(template));
  const { database, owner, pools } = kept;
  return {
    url: database.url,
    pool: heldOpen(owner),
    openPool: (address, options) => {
      const key = JSON.stringify([address, options]);
      const pool = pools.get(key) ?? createPool(address, options);
      pools.set(key, pool);
      return heldOpen(pool);
    },
    release: async () => {
      if (await isAsAtFirst(kept)) {
        idle.set(template, [...(idle.get(template) ?? []), kept]);
        return;
      }
      await Promise.all([owner, ...pools.values()].map((pool) => pool.end()));
      await database.drop();
    },
  };
}

async function makeKept(template: string): Promise<Kept> {
  const database = await freshDatabase(template);
  await asAdmin(database.url, (client) => client.query(KEEPING));
  const owner = new Pool({ connectionString: database.url, max: 6 });
  owner.on('error', () => undefined);
  return { database, owner, pools: new Map() };
}

/** The pool itself, except that ending it leaves it open. */
function heldOpen(pool: Pool): Pool {
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'end') return () => Promise.resolve();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function isAsAtFirst({ owner, pools }: Kept): Promise<boolean> {
  const all = [owner, ...pools.values()];
  if (all.some(({ totalCount, idleCount, waitingCount }) => totalCount !== idleCount || waitingCount > 0)) return false;
  const { rows } = await owner.query<{ restored: boolean }>('select kept.restore() as restored');
  if (rows[0]?.restored !== true) return false;
  // A plan that suits the few rows of this test would be kept for the many rows of another.
  await Promise.all(all.map(forgetPlans));
  return true;
}

async function forgetPlans(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('discard plans')));
  for (const client of clients) client.release();
}

const KEEPING = `
  create schema kept;
  grant usage on schema kept to public;
  create table kept.schema_change (at timestamptz);
  create table kept.sequence as
    select schemaname, sequencename, last_value, start_value from pg_sequences where schemaname = 'public';
  do $$
  declare t name;
  begin
    for t in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 loop
      execute format('create table kept.%I as table public.%I', t, t);
    end loop;
  end $$;

  create function kept.restore() returns boolean language plpgsql security definer set session_replication_role = replica as $$
  declare t record;
  begin
    if exists (select from kept.schema_change) then return false; end if;
    if exists (
      select from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 1048576
    ) then return false; end if;
    for t in
      select c.relname as name, k.oid is not null as has_rows
      from pg_class c left join pg_class k on k.relname = c.relname and k.relnamespace = 'kept'::regnamespace
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0
    loop
      execute format('delete from public.%I', t.name);
      if t.has_rows then execute format('insert into public.%I overriding system value table kept.%I', t.name, t.name); end if;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null) from kept.sequence;
    return true;
  end $$;

  create function kept.note_change() returns event_trigger language plpgsql security definer as $$
  begin
    insert into kept.schema_change values (now());
  end $$;
  create event trigger kept_made on ddl_command_end execute function kept.note_change();
  create event trigger kept_dropped on sql_drop execute function kept.note_change();
`;
