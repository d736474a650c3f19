/**
 * The provider through HTTP, compared with pgbench's TPC-B on the same server in the same run: transfers per second with verified signatures, and the
 * wallet overview's response time. `npm run bench:provider -- [seconds per round] [rounds]`. Uses DATABASE_URL, whose role must be able to create
 * databases, or else its own PostgreSQL. The provider runs in its own process; the clients share the machine with it.
 */
import { createDatabase, type Database } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { createEmpty, onBenchServer, reportAudit } from './bench-server.ts';
import { measureConcurrently, median, percentile, reportRate } from './figures.ts';
import { forkServer } from './fork-server.ts';
import { fillAccounts } from './fill-accounts.ts';
import { type SendRequest, createHttpClient } from './http-client.ts';
import { findPgbench, preparePgbench, runPgbench } from './pgbench.ts';
import { prepareSenders, type Sender, type SignedTransfer, signTransfers } from './prepare-transfers.ts';
import { noteFigure } from '../quality/note-figure.ts';

const CLIENTS = 8;
const READERS = 50;
const MANY_ENTRIES = 1_000_000;
const FEW_ENTRIES = 10_000;
const SENDERS = 400;
const SITE_URL = 'https://jufi.example';
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 3);
/** Faster than any provider on one machine, so that signatures never run out. */
const MOST_A_SECOND = 1_500;

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const few = await measureSmallLedger(serverUrl);
  await withProvider(serverUrl, 'jufi_bench_provider', MANY_ENTRIES, async (db, senders, request) => {
    // Before anything else, like on the small ledger: vacuuming after earlier calls would be measured too.
    const many = await measureOverview(senders, request);
    const pgbench = findPgbench();
    const pgbenchUrl = await createEmpty(serverUrl, 'jufi_bench_pgbench');
    if (pgbench !== undefined) await preparePgbench(pgbench, pgbenchUrl);
    const figures = { pgbench: [] as number[], transfers: [] as number[], timesMs: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (pgbench !== undefined) figures.pgbench.push(await runPgbench(pgbench, pgbenchUrl, CLIENTS, SECONDS));
      const { rate, timesMs } = await measureTransfers(await signTransfers(senders, SECONDS * MOST_A_SECOND, SITE_URL), request);
      figures.transfers.push(rate);
      figures.timesMs.push(...timesMs);
    }
    reportRate('pgbench TPC-B, scale 10, 8 clients', figures.pgbench, figures.pgbench);
    reportRate('transfers through HTTP, signatures checked, 8 clients', figures.transfers, figures.pgbench);
    console.log(`transfers: median ${median(figures.timesMs).toFixed(1)} ms, p99 ${percentile(figures.timesMs, 0.99).toFixed(1)} ms`);
    reportOverview(`a ledger of ${MANY_ENTRIES.toLocaleString('en')} entries`, many);
    reportOverview(`a ledger of ${FEW_ENTRIES.toLocaleString('en')} entries`, few);
    if (figures.pgbench.length > 0) noteFigure('transfers', median(figures.transfers) / median(figures.pgbench));
    noteFigure('overview', median(many.one) / median(few.one));
    console.log(`overview, median of the large over the small: ${(median(many.one) / median(few.one)).toFixed(2)}`);
    await reportAudit(db);
  });
}

function measureSmallLedger(serverUrl: string): Promise<Overview> {
  return withProvider(serverUrl, 'jufi_bench_small', FEW_ENTRIES, (_, senders, request) => measureOverview(senders, request));
}

async function withProvider<Result>(
  serverUrl: string,
  name: string,
  entries: number,
  measure: (db: Database, senders: Sender[], request: SendRequest) => Promise<Result>,
): Promise<Result> {
  const url = await createEmpty(serverUrl, name);
  const pool = createPool(url, { max: CLIENTS, statementTimeoutMs: 600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  console.log(`filling ${entries.toLocaleString('en')} accounts`);
  await fillAccounts(db, entries);
  const senders = await prepareSenders(db, SENDERS);
  const { port, stop } = await forkServer('serve-provider.ts', url);
  const client = createHttpClient(port);
  try {
    return await measure(db, senders, client.request);
  } finally {
    client.close();
    await stop();
    await pool.end();
  }
}

async function measureTransfers(transfers: SignedTransfer[], request: SendRequest): Promise<{ rate: number; timesMs: number[] }> {
  return measureConcurrently(CLIENTS, SECONDS, async () => {
    const next = transfers.pop();
    if (next === undefined) throw new Error('the signatures ran out; the figure would be too low');
    const headers = { authorization: `Bearer ${next.token}`, 'idempotency-key': next.key, 'content-type': 'application/json' };
    const { status, text } = await request('POST', '/api/wallet/transfer', headers, next.body);
    if (status !== 200) throw new Error(`a transfer was answered with ${status}: ${text}`);
    return true;
  });
}

interface Overview {
  /** One request at a time. */
  one: number[];
  /** Fifty clients, each repeating at once: the machine's maximum. */
  saturated: { timesMs: number[]; rate: number };
}

async function measureOverview(senders: readonly Sender[], request: SendRequest): Promise<Overview> {
  let next = 0;
  const read = async (): Promise<boolean> => {
    next += 1;
    const { token } = senders[next % senders.length] ?? { token: '' };
    const { status, text } = await request('GET', '/api/wallet/overview', { authorization: `Bearer ${token}` });
    if (status !== 200) throw new Error(`the overview was answered with ${status}: ${text}`);
    return true;
  };
  await measureConcurrently(READERS, 2, read);
  const one = await measureConcurrently(1, SECONDS, read);
  return { one: one.timesMs, saturated: await measureConcurrently(READERS, SECONDS, read) };
}

function reportOverview(of: string, { one, saturated }: Overview): void {
  const p = (share: number): string => percentile(saturated.timesMs, share).toFixed(1);
  console.log(
    `wallet/overview on ${of}: alone ${median(one).toFixed(2)} ms; ${READERS} clients without a pause ` +
      `median ${p(0.5)} ms, p99 ${p(0.99)} ms, ${saturated.rate.toFixed(0)} answers/s`,
  );
}
