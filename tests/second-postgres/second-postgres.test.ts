import { expect, inject, it } from 'vitest';

import { migratedDatabase } from '../support/migrated-database.ts';
import { onServer } from '../support/on-server.ts';

/** The server of this run: if it were the embedded one under another name, the tests would prove nothing. */
it('the server is PostgreSQL of the oldest supported version, with a password, a role that isn’t a superuser, and its own settings', async () => {
  const found = await onServer(inject('databaseServerUrl'), async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('is_superuser') as superuser,
              current_setting('timezone') as timezone, current_setting('datestyle') as datestyle, current_setting('fsync') as fsync,
              (select datlocprovider from pg_database where datname = current_database()) as provider,
              array(select word from unnest(array['Zoe', 'adam', 'Émile', 'bea']) word order by word) as sorted`,
    );
    return rows;
  });
  expect(found).toEqual([
    {
      major: 15,
      superuser: 'off',
      timezone: 'Asia/Kathmandu',
      datestyle: 'ISO, DMY',
      fsync: 'on',
      provider: 'i',
      sorted: ['adam', 'bea', 'Émile', 'Zoe'],
    },
  ]);
  const stranger = new URL(inject('databaseServerUrl'));
  stranger.password = 'guessed';
  await expect(onServer(stranger.href, (client) => client.query('select 1'))).rejects.toMatchObject({ code: '28P01' });
});

it.each(['delete from ledger_entry', 'truncate ledger_transaction, ledger_entry cascade', 'delete from ledger_account'])(
  'gives not even the role that made the books the right to: %s',
  async (statement) => {
    const database = await migratedDatabase();
    await expect(onServer(database.url, (client) => client.query(statement))).rejects.toMatchObject({ code: '42501' });
    await database.drop();
  },
);
