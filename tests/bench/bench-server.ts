import { rmSync } from 'node:fs';
import type { SQL } from 'drizzle-orm';

import type { Database } from '../../provider/db/database.ts';
import { createPool } from '../../provider/db/pool.ts';
import { auditLedger } from '../../provider/ledger/audit.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs on DATABASE_URL, whose role must be able to create databases, or else on a temporary PostgreSQL. */
export async function onBenchServer(bench: (serverUrl: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('bench');
  const given = process.env['DATABASE_URL'];
  const server = given === undefined ? await startPostgres({ folder, log: () => undefined }) : undefined;
  try {
    await bench(server?.ownerUrl ?? given ?? '');
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function createEmpty(serverUrl: string, name: string): Promise<string> {
  const pool = createPool(serverUrl, { max: 1, statementTimeoutMs: 60_000 });
  await pool.query(`drop database if exists ${name} with (force)`);
  await pool.query(`create database ${name}`);
  await pool.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Prints what the audit says of the books, and fails the run if they aren't sound. */
export async function reportAudit(db: Database, promises: readonly SQL[] = []): Promise<void> {
  const report = await auditLedger(db, promises);
  console.log(`audit: ${report.sound ? `sound, ${report.figures.entries.toString()} entries` : JSON.stringify(report.firstBreak)}`);
  if (!report.sound) process.exitCode = 1;
}
