/**
 * Transactions per second of the ledger called directly, compared with pgbench's TPC-B on the same server in the same run: `node tests/bench/ledger.ts
 * [seconds per round] [rounds]`. Uses DATABASE_URL, whose role must be able to create databases, or else its own PostgreSQL. Rounds alternate, so that
 * other load on the machine affects both.
 */
import { v7 } from 'uuid';

import { createDatabase } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { pooledAccount } from '../../provider/ledger/account.ts';
import { type NewTransaction, postAlone, postTransaction } from '../../provider/ledger/post.ts';
import { createEmpty, onBenchServer, reportAudit } from './bench-server.ts';
import { measureConcurrently, median, reportRate } from './figures.ts';
import { fillAccounts, numberedAccount } from './fill-accounts.ts';
import { findPgbench, preparePgbench, runPgbench } from './pgbench.ts';
import { noteFigure } from '../quality/note-figure.ts';

const CLIENTS = 8;
/** Enough that what they post goes together. */
const MANY_CLIENTS = 64;
/** As many accounts as pgbench has at scale 10. */
const ACCOUNTS = 1_000_000;
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 3);

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const ledgerUrl = await createEmpty(serverUrl, 'jufi_bench_ledger');
  const pgbenchUrl = await createEmpty(serverUrl, 'jufi_bench_pgbench');
  const pool = createPool(ledgerUrl, { max: CLIENTS, statementTimeoutMs: 600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  console.log(`filling ${ACCOUNTS.toLocaleString('en')} accounts`);
  await fillAccounts(db, ACCOUNTS);
  const pgbench = findPgbench();
  if (pgbench !== undefined) await preparePgbench(pgbench, pgbenchUrl);

  const figures = {
    pgbench: [] as number[],
    pgbenchMany: [] as number[],
    lone: [] as number[],
    alone: [] as number[],
    inTransaction: [] as number[],
    together: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (pgbench !== undefined) figures.pgbench.push(await runPgbench(pgbench, pgbenchUrl, CLIENTS, SECONDS));
    figures.lone.push(await measure(1, (transaction) => postAlone(db, transaction)));
    figures.alone.push(await measure(CLIENTS, (transaction) => postAlone(db, transaction)));
    figures.inTransaction.push(await measure(CLIENTS, (transaction) => inTransaction(db, (tx) => postTransaction(tx, transaction))));
    if (pgbench !== undefined) figures.pgbenchMany.push(await runPgbench(pgbench, pgbenchUrl, MANY_CLIENTS, SECONDS));
    figures.together.push(await measure(MANY_CLIENTS, (transaction) => postAlone(db, transaction)));
  }
  reportRate('pgbench TPC-B, scale 10, 8 clients', figures.pgbench, figures.pgbench);
  reportRate('ledger, 1 client', figures.lone, figures.pgbench);
  reportRate('ledger, 8 clients (postAlone)', figures.alone, figures.pgbench);
  reportRate('ledger, 8 clients, begin / post / commit', figures.inTransaction, figures.pgbench);
  reportRate('pgbench TPC-B, scale 10, 64 clients', figures.pgbenchMany, figures.pgbenchMany);
  reportRate('ledger, 64 clients, together', figures.together, figures.pgbenchMany);

  if (figures.pgbench.length > 0) {
    noteFigure('ledger', median(figures.alone) / median(figures.pgbench));
    noteFigure('ledger-together', median(figures.together) / median(figures.pgbenchMany));
  }
  await reportAudit(db);
  await pool.end();
}

async function measure(clients: number, post: (transaction: NewTransaction) => Promise<unknown>): Promise<number> {
  const { rate } = await measureConcurrently(clients, SECONDS, async () => {
    await post(randomTransfer());
    return true;
  });
  return rate;
}

function randomTransfer(): NewTransaction {
  const from = 1 + Math.floor(Math.random() * ACCOUNTS);
  const to = 1 + ((from + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS);
  return {
    id: v7(),
    kind: 'TRANSFER',
    occurredAt: new Date(),
    entries: [
      { account: numberedAccount(from), token: 'USDT', amountBaseUnits: -10_000n },
      { account: numberedAccount(to), token: 'USDT', amountBaseUnits: 10_000n },
      { account: numberedAccount(from), token: 'USDT', amountBaseUnits: -10n, role: 'FEE' },
      { account: pooledAccount('FEES'), token: 'USDT', amountBaseUnits: 10n, role: 'FEE' },
    ],
  };
}
