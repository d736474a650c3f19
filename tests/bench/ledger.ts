/**
 * Transactions a second of the ledger called directly, beside pgbench's TPC-B on the same server in the same run:
 * `node tests/bench/ledger.ts [seconds a round] [rounds]`. Uses DATABASE_URL, whose role may create databases, else a
 * PostgreSQL of its own. Rounds alternate, so that what else the machine does falls on both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { v7 } from 'uuid';

import { createDatabase, type Database } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { type Account, memberAccount, pooledAccount } from '../../provider/ledger/account.ts';
import { auditLedger } from '../../provider/ledger/audit.ts';
import { type NewTransaction } from '../../provider/ledger/call-ledger.ts';
import { postAlone } from '../../provider/ledger/post-alone.ts';
import { postTransaction } from '../../provider/ledger/post-transaction.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { findPgbench, preparePgbench, runPgbench } from './pgbench.ts';

const CLIENTS = 8;
/** As many accounts as pgbench has at scale 10. */
const ACCOUNTS = 1_000_000;
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 3);

const folder = mkdtempSync(join(tmpdir(), 'jufi-bench-'));
const server = process.env['DATABASE_URL'] === undefined ? await startPostgres({ folder, log: () => undefined }) : undefined;
try {
  await bench(server?.url ?? process.env['DATABASE_URL'] ?? '');
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function bench(serverUrl: string): Promise<void> {
  const ledgerUrl = await createEmpty(serverUrl, 'jufi_bench_ledger');
  const pgbenchUrl = await createEmpty(serverUrl, 'jufi_bench_pgbench');
  const pool = createPool(ledgerUrl, { max: CLIENTS, statementTimeoutMs: 600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  console.log(`filling ${ACCOUNTS.toLocaleString('en')} accounts`);
  await fill(db);
  const pgbench = findPgbench();
  if (pgbench !== undefined) await preparePgbench(pgbench, pgbenchUrl);

  const figures = { pgbench: [] as number[], alone: [] as number[], inTransaction: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (pgbench !== undefined) figures.pgbench.push(await runPgbench(pgbench, pgbenchUrl, CLIENTS, SECONDS));
    figures.alone.push(await measure((transaction) => postAlone(db, transaction)));
    figures.inTransaction.push(await measure((transaction) => inTransaction(db, (tx) => postTransaction(tx, transaction))));
  }
  report('pgbench TPC-B, scale 10, 8 clients', figures.pgbench, figures.pgbench);
  report('ledger, one statement (postAlone)', figures.alone, figures.pgbench);
  report('ledger, begin / post / commit', figures.inTransaction, figures.pgbench);

  const audit = await auditLedger(db);
  console.log(`audit: ${audit.sound ? `sound, ${audit.figures.entries.toString()} entries` : JSON.stringify(audit.firstBreak)}`);
  await pool.end();
  if (!audit.sound) process.exitCode = 1;
}

async function createEmpty(serverUrl: string, name: string): Promise<string> {
  const pool = createPool(serverUrl, { max: 1, statementTimeoutMs: 60_000 });
  await pool.query(`drop database if exists ${name} with (force)`);
  await pool.query(`create database ${name}`);
  await pool.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Through the guards like everything else: a hundred transactions that each pay ten thousand accounts. */
async function fill(db: Database): Promise<void> {
  await db.$client.query(
    `insert into ledger_account (kind, token, owner_id)
     select 'AVAILABLE', 'USDT', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, $1) n`,
    [ACCOUNTS],
  );
  await db.$client.query('analyze ledger_account');
  for (let first = 1; first <= ACCOUNTS; first += 10_000) {
    const accounts = Array.from({ length: 10_000 }, (_, index) => account(first + index));
    await postAlone(db, {
      id: v7(),
      kind: 'DEPOSIT',
      occurredAt: new Date(),
      entries: [
        ...accounts.map((to) => ({ account: to, token: 'USDT' as const, amountBaseUnits: 1_000_000_000n })),
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT' as const, amountBaseUnits: -10_000_000_000_000n },
      ],
    });
  }
  await db.$client.query('vacuum analyze');
}

async function measure(post: (transaction: NewTransaction) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1_000;
  let posted = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      await post(randomTransfer());
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return posted / ((performance.now() - startedAt) / 1_000);
}

function randomTransfer(): NewTransaction {
  const from = 1 + Math.floor(Math.random() * ACCOUNTS);
  const to = 1 + ((from + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS);
  return {
    id: v7(),
    kind: 'TRANSFER',
    occurredAt: new Date(),
    entries: [
      { account: account(from), token: 'USDT', amountBaseUnits: -10_000n },
      { account: account(to), token: 'USDT', amountBaseUnits: 10_000n },
      { account: account(from), token: 'USDT', amountBaseUnits: -10n, role: 'FEE' },
      { account: pooledAccount('FEES'), token: 'USDT', amountBaseUnits: 10n, role: 'FEE' },
    ],
  };
}

function account(number: number): Account {
  return memberAccount('AVAILABLE', `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`);
}

function report(name: string, tps: readonly number[], reference: readonly number[]): void {
  const ratio = reference.length === 0 ? 'pgbench not run' : `${(median(tps) / median(reference)).toFixed(2)} of pgbench`;
  console.log(
    tps.length === 0
      ? `${name}: not run`
      : `${name}: ${median(tps).toFixed(0)} transactions/s (${ratio}; rounds ${tps.map((n) => n.toFixed(0)).join(', ')})`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
