import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { hasTool } from '../../support/has-tool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { asServerRole, prepareFor } from '../../support/server-role.ts';
import { fund, verify, verifyRepeats, work } from './acknowledged-payments.ts';
import { kill, spawnProvider } from './killable-provider.ts';
import { type Acknowledged, signInMember } from './paying-member.ts';

const SITE_URL = 'https://jufi.example';
const PAYMENTS = Number(process.env['PGBOUNCER_PAYMENTS'] ?? 60);

it.runIf(hasTool('pgbouncer'))(
  'a provider does all it does behind PgBouncer in transaction mode',
  async () => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    await prepareFor(asServerRole(database.url), database.url);
    const databaseUrl = await startPgBouncer(asServerRole(database.url));
    const port = await findFreePort();
    const provider = await spawnProvider({
      DATABASE_URL: `${databaseUrl}?pooler=transaction`,
      CHAIN_RPC_URLS: inject('chainUrl'),
      PUBLIC_SITE_URL: SITE_URL,
      PROVIDER_PORT: String(port),
      JUFI_ENV: 'production',
    });
    onTestFinished(() => kill(provider));
    const members = await Promise.all(Array.from({ length: 6 }, () => signInMember(`http://127.0.0.1:${port}`, SITE_URL)));
    const pool = createPool(database.url, { max: 2 });
    onTestFinished(() => pool.end());
    await fund(createDatabase(pool), members);
    const log: Acknowledged[] = [];
    const running = work(members, log);
    await expect.poll(() => log.length, { timeout: 600_000, interval: 50 }).toBeGreaterThan(PAYMENTS);
    await running.stop();
    await verifyRepeats(members, log);
    await verify(createDatabase(pool), members, log);
    // Jobs go the same way.
    const done = async (): Promise<number> =>
      (await pool.query(`select from pgboss.job where state = 'completed'`).catch(() => ({ rowCount: 0 }))).rowCount ?? 0;
    await expect.poll(done, { timeout: 60_000, interval: 200 }).toBeGreaterThan(3);
  },
  900_000,
);

/** The address through a pooler of the test's own, with fewer connections than the provider has. */
async function startPgBouncer(databaseUrl: string): Promise<string> {
  const folder = temporaryFolder('pgbouncer');
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl);
  const configuration = [
    '[databases]',
    `jufi = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
    'max_client_conn = 100',
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), `${configuration.join('\n')}\n`);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  onTestFinished(() => kill(child));
  const url = `postgres://jufi:a-password-of-its-own@127.0.0.1:${port}/jufi`;
  await expect.poll(() => answers(url), { timeout: 20_000, interval: 50 }).toBe(true);
  return url;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
