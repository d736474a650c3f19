import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { onServer } from '../../support/on-server.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

vi.setConfig({ testTimeout: 120_000 });

const AWAY = { status: 503, code: 'SERVICE_UNAVAILABLE' };

/** A read without and one with a session, and one that moves value. */
async function expectAway(provider: TestProvider, token: string, why: string): Promise<void> {
  const answers = [
    await provider.send('GET', '/dashboard/home'),
    await provider.send('GET', '/profile/userInfo', { token }),
    await provider.send('POST', '/profile/referBy', { token, body: { referralCode: 'NOBODY22' } }),
  ];
  for (const answer of answers) {
    expect(answer, why).toMatchObject(AWAY);
    expect(answer.headers.get('retry-after'), why).toBe('1');
  }
  expect(await provider.send('GET', '/ready'), why).toMatchObject({ status: 503, detail: { database: 'DOWN' } });
}

/** What the server says while it can't: it ends what runs, starts, is full, is busy, is a standby, or is about to be another. */
const SAID_BY_THE_SERVER = [
  ...['08000', '08003', '08006', '08P01', '28000', '28P01', '3D000', '25006', '25P03', '25P04', '40001', '40003', '40P01'],
  ...['53000', '53100', '53200', '53300', '53400', '55P03', '57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05'],
];

it('whatever the server says that means “not now” is answered with 503, and a mistake with 500', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  // The server itself says it, in the middle of what is read.
  await provider.pool.query(`
    create table state_to_say (state text);
    alter table session rename to kept_session;
    create function say() returns boolean language plpgsql as $$
      begin raise exception using errcode = (select state from state_to_say), message = 'said'; end $$;
    create view session as select * from kept_session where say();
    grant select on session, state_to_say to public`);
  for (const [state, expected] of [...SAID_BY_THE_SERVER.map((state) => [state, AWAY] as const), ...MISTAKES]) {
    await provider.pool.query('delete from state_to_say');
    await provider.pool.query('insert into state_to_say values ($1)', [state]);
    expect(await provider.send('GET', '/profile/userInfo', { token }), state).toMatchObject(expected);
  }
});

const INTERNAL = { status: 500, code: 'INTERNAL_ERROR' };
/** Not the moment, but the program or the data. */
const MISTAKES = (['23505', '42P01', 'XX000', 'XX001', '58030', 'P0001'] as const).map((state) => [state, INTERNAL] as const);

it.each([
  ['takes no writes, as a standby', (name: string) => `alter database ${name} set default_transaction_read_only = on`, 'NO_PRIMARY'],
  ['takes no connections', (name: string) => `alter database ${name} allow_connections false`, '55000'],
  ['is called something else', (name: string) => `alter database ${name} rename to ${name}_elsewhere`, '3D000'],
])('a database that %s is “not now” too', async (_, change, code) => {
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  const { host, pathname } = new URL(database.url);
  const name = pathname.slice(1);
  // Two hosts, as where one may take over from the other.
  const provider = await startProvider({ databaseUrl: database.url.replace(host, `${host},${host}`) });
  const { token } = await signIn(provider);
  await onServer(inject('databaseAdminUrl'), async (client) => {
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1)';
    await client.query(end, [[name, `${name}_elsewhere`]]);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await client.query(change(name));
        break;
      } catch (error) {
        // A job has come in between.
        if (attempt > 20) throw error;
        await client.query(end, [[name]]);
      }
    }
    await client.query(end, [[name]]);
    onTestFinished(() => undo(name));
  });
  await expectAway(provider, token, code);
  expect(provider.logged.join('')).toContain(code);
});

async function undo(name: string): Promise<void> {
  await onServer(inject('databaseAdminUrl'), async (client) => {
    await client.query(`alter database ${name}_elsewhere rename to ${name}`).catch(() => undefined);
    await client.query(`alter database ${name} allow_connections true`);
  });
}
