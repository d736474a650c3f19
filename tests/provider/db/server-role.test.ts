import { randomUUID } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createProvider } from '../../../provider/create-provider.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { makeRole, renewRights, serverTables } from '../../../provider/db/roles.ts';
import { adminUrl, asAdmin } from '../../support/as-admin.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole, grantServerRole } from '../../support/server-role.ts';
import { openProvider, SITE_URL, startProvider } from '../start-provider.ts';

/** The server and the payouts see none of these. */
const ownersTables = ['operator_act', 'database_role', 'proposal'];

async function migrated(): Promise<string> {
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

it('says of every table what the server does with it, once', async () => {
  const { rows } = await onServer(await migrated(), (client) =>
    client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    ),
  );
  const named = [...Object.values(serverTables).flat(2), ...ownersTables];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name));
});

it('may create, alter and own nothing', async () => {
  const url = asServerRole(await migrated());
  for (const forbidden of [
    'create table mine (id int)',
    'alter table member add column mine text',
    'drop table session',
    'truncate session',
    'create function mine() returns int language sql as $$ select 1 $$',
    'grant select on operator_act to public',
    `insert into terms select 2, at, applied_by, reason, document, hash from terms`,
    `insert into activation_code default values`,
    `select chain_order_void(gen_random_uuid(), gen_random_uuid(), now(), '')`,
  ])
    await expect(
      onServer(url, (client) => client.query(forbidden)),
      forbidden,
    ).rejects.toMatchObject({ code: '42501' });
});

it('runs the ledger’s functions on the ledger, whatever the caller’s search path names first', async () => {
  const url = await migrated();
  const { rows } = await onServer(url, (client) =>
    client.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
          and not coalesce(proconfig @> '{"search_path=public, pg_temp"}', false)`,
    ),
  );
  expect(rows).toEqual([]);
});

it('gets the rights of a new version from `migrate`, on a server that has the role', async () => {
  const url = await migrated();
  const pool = createPool(url, { max: 1 });
  onTestFinished(() => pool.end());
  await pool.query(
    `create table later (id int); grant select on later to ${new URL(asServerRole(url)).username}; insert into database_role values ('gone', 'SERVER')`,
  );
  await renewRights(createDatabase(pool));
  await expect(onServer(asServerRole(url), (client) => client.query('select from later'))).rejects.toMatchObject({ code: '42501' });
  await onServer(asServerRole(url), (client) => client.query('select from member'));
});

it('of one name may be the payouts’ too, which an upgrade keeps', async () => {
  const url = await migrated();
  const role = `both_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    await asAdmin(url, (client) => client.query(`drop owned by ${role}; drop role ${role}`));
  });
  const pool = createPool(adminUrl(url), { max: 1 });
  onTestFinished(() => pool.end());
  for (const part of ['SERVER', 'PAYOUTS'] as const) await makeRole(createDatabase(pool), part, role, 'a-secret');
  const { rows } = await pool.query(
    `select has_table_privilege($1, 'member', 'update') as serves, has_table_privilege($1, 'operator_nonce', 'insert') as pays`,
    [role],
  );
  expect(rows).toEqual([{ serves: true, pays: true }]);
});

it('is what production asks for: a process that owns the tables doesn’t start', async () => {
  const url = await migrated();
  const started = createProvider({
    databaseUrl: url,
    siteUrl: SITE_URL,
    chainRpcUrl: inject('chainUrl'),
    environment: 'production',
  });
  await expect(started).rejects.toMatchObject({ code: 'MIGRATION_BY_OWNER' });
});

it('doesn’t start on a database that its owner hasn’t brought to this version', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const alone = { databaseUrl: database.url, ownerUrl: undefined };
  await expect(openProvider(alone)).rejects.toMatchObject({ code: 'MIGRATION_MISSING' });
  const url = await migrated();
  await expect(openProvider({ ...alone, databaseUrl: url })).rejects.toMatchObject({ code: 'MIGRATION_MISSING' });
  await (await openProvider({ databaseUrl: url })).stop();
  await grantServerRole(url);
  await startProvider({ ...alone, databaseUrl: url });
});
