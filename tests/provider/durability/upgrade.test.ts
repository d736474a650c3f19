import { type ChildProcess, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { layVersionBefore } from '../../support/version-before.ts';
import { fund, verify, verifyRepeats, work } from './acknowledged-payments.ts';
import { kill, spawnProvider } from './killable-provider.ts';
import { type Acknowledged, signInMember } from './paying-member.ts';

/** `npm run test:long` has them side by side for an hour. */
const SECONDS = Number(process.env['UPGRADE_SECONDS'] ?? 4);
/** The pause between two payments of a client: none, or in the hour-long run one that leaves the machine some time for others. */
const PAUSE_MS = Number(process.env['UPGRADE_PAUSE_MS'] ?? 0);
const SITE_URL = 'https://jufi.example';
const CLIENTS = 4;
const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));
const MIGRATIONS = 'db/migrations';

it(
  `the version before and this one side by side for ${SECONDS} s answer everything, and nothing is lost or done twice`,
  async () => {
    const folder = temporaryFolder('upgrade');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'before');
    mkdirSync(program);
    const before = layVersionBefore(program);
    const database = await freshDatabase();
    const databaseUrl = database.url;
    const role = `server_${randomUUID().replaceAll('-', '')}`;
    // After its database, which holds its rights.
    onTestFinished(async () => {
      await asAdmin(databaseUrl.replace(/[^/]*$/, 'postgres'), (client) => client.query(`drop role if exists ${role}`));
    });
    onTestFinished(() => database.drop());
    const ports = [await findFreePort(), await findFreePort()];
    const environmentOf = (port = 0) => ({
      DATABASE_URL: databaseUrl,
      CHAIN_RPC_URLS: inject('chainUrl'),
      PUBLIC_SITE_URL: SITE_URL,
      PROVIDER_PORT: String(port),
      JUFI_ENV: 'production',
      // All of them come from one address.
      CALLS_PER_MINUTE: '1000000',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    });
    const processes: ChildProcess[] = [];
    onTestFinished(() => Promise.all(processes.map(kill)).then(() => undefined));
    const asOperator = (cli: string, ...words: string[]) =>
      promisify(execFile)(process.execPath, [cli, ...words], { env: { ...process.env, ...environmentOf() } });
    await asOperator(before, 'migrate');
    const { stdout } = await asOperator(before, 'server-role', role, '--yes');
    const serverUrl = /^DATABASE_URL=(\S+)$/m.exec(stdout)?.[1] ?? '';
    const start = async (port: number | undefined, cli: string): Promise<ChildProcess> => {
      const child = await spawnProvider({ ...environmentOf(port), DATABASE_URL: serverUrl }, cli);
      processes.push(child);
      return child;
    };
    const old = await start(ports[0], before);
    let answering = [ports[0]];
    let turn = 0;
    // Each call of a member goes to the next process: a session begun here is used there, and a key sent here is repeated there.
    const url = (): string => `http://127.0.0.1:${answering[(turn += 1) % answering.length] ?? 0}`;
    const members = await Promise.all(Array.from({ length: CLIENTS }, () => signInMember(url, SITE_URL)));
    const pool = createPool(databaseUrl, { max: 2 });
    onTestFinished(() => pool.end());
    await fund(createDatabase(pool), members);

    const log: Acknowledged[] = [];
    const running = work(members, log, PAUSE_MS);
    await asOperator(CLI, 'migrate');
    await start(ports[1], CLI);
    answering = [...ports];
    const sinceBoth = log.length;
    await pause(SECONDS * 1_000);
    await verifyRepeats(members, log);
    expect(log.length - sinceBoth).toBeGreaterThan(SECONDS * CLIENTS);

    // Like a proxy that learns of it first: all requests for the old process have reached it before it is stopped.
    answering = [ports[1]];
    const turned = log.length;
    await vi.waitFor(() => expect(log.length).toBeGreaterThan(turned + 4 * CLIENTS), { timeout: 20_000 });
    const ended = once(old, 'exit');
    old.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await verifyRepeats(members, log);
    await running.stop();
    expect(members.map(({ interruptions }) => interruptions())).toEqual(members.map(() => 0));
    await verify(createDatabase(pool), members, log);

    // Going back is another matter: what starts refuses a database that a newer version has worked with.
    const known = new Set(readdirSync(join(dirname(before), MIGRATIONS)));
    const isNewer = readdirSync(join(dirname(CLI), MIGRATIONS)).some((name) => !known.has(name));
    if (isNewer) await expect(start(ports[0], before)).rejects.toThrow(/newer version/);
  },
  180_000 + 2_000 * SECONDS,
);
