/**
 * What a large ledger takes: `npm run bench:scale -- [entries] [members] [seconds]`, by default ten million entries of a hundred thousand members. Prints what
 * a row takes on disk with its indexes, how fast postings are and what they write ahead, how long the calls of the wallet take beside a ledger of a hundredth,
 * and how long vacuum and audit take. Uses DATABASE_URL, whose role must be a superuser, or else its own PostgreSQL.
 */
import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { createDatabase, type Database } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { memberAccount, pooledAccount } from '../../provider/ledger/account.ts';
import { auditLedger } from '../../provider/ledger/audit.ts';
import { postAlone } from '../../provider/ledger/post.ts';
import { beginSession } from '../../provider/modules/account/sessions.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { measureConcurrently, median, percentile } from './figures.ts';
import { type Books, fillBooks, numberedMember } from './fill-books.ts';
import { forkServer } from './fork-server.ts';
import { createHttpClient, type SendRequest } from './http-client.ts';
import { prepareSenders, type SignedTransfer, signTransfers } from './prepare-transfers.ts';

const ENTRIES = Number(process.argv[2] ?? 10_000_000);
const MEMBERS = Number(process.argv[3] ?? 100_000);
const SECONDS = Number(process.argv[4] ?? 10);
const SMALL = { entries: Math.ceil(ENTRIES / 100), members: Math.ceil(MEMBERS / 100) };
const CLIENTS = 8;
const READERS = 200;
const SENDERS = 400;
const MOST_A_SECOND = 1_000;
const SITE_URL = 'https://jufi.example';
const TABLES = ['ledger_entry', 'ledger_transaction', 'ledger_account', 'member', 'member_uid'] as const;
const CALLS = {
  overview: '/api/wallet/overview',
  'last transactions': '/api/wallet/transaction/list?size=10',
  'history, first page': '/api/wallet/transaction/list?page=1&size=20',
  'history, third page of deposits and transfers of USDT': '/api/wallet/transaction/list?page=3&size=20&walletType=USDT',
  'history of deposits': '/api/wallet/transaction/list?page=1&size=20&kind=DEPOSIT',
  'worth over all time': '/api/dashboard/portfolioHistory?range=ALL',
  'statement of the year': '/api/wallet/yearStatement',
};

await onBenchServer(async (serverUrl) => {
  const small = await measureBooks(serverUrl, 'jufi_bench_scale_small', SMALL);
  const large = await measureBooks(serverUrl, 'jufi_bench_scale', { entries: ENTRIES, members: MEMBERS });
  console.log(`Milliseconds of a call, one client: median and p99 with ${ENTRIES.toLocaleString('en')} entries; the same with a hundredth`);
  for (const [name, timesMs] of large) console.log(`  ${name}: ${inWords(timesMs)}; ${inWords(small.get(name) ?? [])}`);
});

type Times = Map<string, readonly number[]>;

function inWords(timesMs: readonly number[]): string {
  return `${median(timesMs).toFixed(2)} and ${percentile(timesMs, 0.99).toFixed(2)}`;
}

async function measureBooks(serverUrl: string, name: string, books: Books): Promise<Times> {
  const url = await createEmpty(serverUrl, name);
  const pool = createPool(url, { max: CLIENTS, statementTimeoutMs: 3_600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  console.log(`${books.entries.toLocaleString('en')} entries of ${books.members.toLocaleString('en')} members`);
  await timed('filled in bulk', () => fillBooks(pool, books));
  await reportSizes(pool);
  for (const table of TABLES.slice(0, 3))
    await timed(`vacuum (analyze) ${table}, the first`, () => pool.query(`vacuum (analyze) ${table}`));
  await pool.query('vacuum analyze');
  const senders = await prepareSenders(db, SENDERS);
  const tokens = await openSessions(db, books.members);
  const times = await withProvider(url, async (request) => {
    const calls = await measureCalls(tokens, request);
    const transfers = await signTransfers(senders, SECONDS * MOST_A_SECOND, SITE_URL);
    return calls.set('transfer, signed', await measureTransfers(transfers, request));
  });
  await reportPostings(db, pool, books.members);
  await timed('vacuum ledger_account and ledger_entry after these postings', () =>
    pool.query('vacuum (analyze) ledger_account, ledger_entry'),
  );
  await timed('audit', async () => {
    const report = await auditLedger(db);
    if (!report.sound) throw new Error(`the books are broken: ${JSON.stringify(report.firstBreak)}`);
  });
  await pool.end();
  return times;
}

async function timed<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  console.log(`  ${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

async function reportSizes(pool: Pool): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await pool.query<{ rows: string; heap: string; indexes: string }>(
      `select (select count(*) from ${table}) as rows, pg_table_size('${table}') as heap, pg_indexes_size('${table}') as indexes`,
    );
    const { rows: count, heap, indexes } = rows[0] ?? { rows: '0', heap: '0', indexes: '0' };
    const each = (bytes: string): string => (Number(bytes) / Number(count)).toFixed(0);
    console.log(`  ${table}: ${Number(count).toLocaleString('en')} rows of ${each(heap)} bytes, and ${each(indexes)} in indexes`);
  }
}

/** Sessions of members picked at random, so that the caches know none of them at first. */
async function openSessions(db: Database, members: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let made = 0; made < READERS; made += 1) {
    const number = 1 + Math.floor(Math.random() * members);
    tokens.push((await beginSession(db, new Date(), numberedMember(number), 'WALLET')).token);
  }
  return tokens;
}

async function withProvider<Result>(url: string, measure: (request: SendRequest) => Promise<Result>): Promise<Result> {
  const { port, stop } = await forkServer('serve-provider.ts', url);
  const client = createHttpClient(port);
  try {
    return await measure(client.request);
  } finally {
    client.close();
    await stop();
  }
}

/** One after the other, by turns, each time for another member. */
async function measureCalls(tokens: readonly string[], request: SendRequest): Promise<Times & Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(CALLS).map((name) => [name, []]));
  for (const token of tokens) {
    for (const [name, path] of Object.entries(CALLS)) {
      const startedAt = performance.now();
      const { status, text } = await request('GET', path, { authorization: `Bearer ${token}` });
      times.get(name)?.push(performance.now() - startedAt);
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
    }
  }
  return times;
}

async function measureTransfers(transfers: SignedTransfer[], request: SendRequest): Promise<number[]> {
  const { timesMs } = await measureConcurrently(1, SECONDS, async () => {
    const next = transfers.pop();
    if (next === undefined) throw new Error('the signatures ran out');
    const headers = { authorization: `Bearer ${next.token}`, 'idempotency-key': next.key, 'content-type': 'application/json' };
    const { status, text } = await request('POST', '/api/wallet/transfer', headers, next.body);
    if (status !== 200) throw new Error(`a transfer was answered with ${status}: ${text}`);
    return true;
  });
  return timesMs;
}

async function reportPostings(db: Database, pool: Pool, members: number): Promise<void> {
  const written = async (): Promise<bigint> => {
    const { rows } = await pool.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`);
    return BigInt(rows[0]?.at ?? 0);
  };
  const before = await written();
  const { rate, timesMs } = await measureConcurrently(CLIENTS, SECONDS, async () => {
    const from = 1 + Math.floor(Math.random() * members);
    const accounts = [from, (from % members) + 1].map((number) => memberAccount('AVAILABLE', numberedMember(number)));
    const [sender = pooledAccount('FEES'), receiver = pooledAccount('FEES')] = accounts;
    await postAlone(db, {
      id: v7(),
      kind: 'TRANSFER',
      occurredAt: new Date(),
      entries: [
        { account: sender, token: 'USDT', amountBaseUnits: -10_000n },
        { account: receiver, token: 'USDT', amountBaseUnits: 10_000n },
        { account: sender, token: 'USDT', amountBaseUnits: -10n, role: 'FEE' },
        { account: pooledAccount('FEES'), token: 'USDT', amountBaseUnits: 10n, role: 'FEE' },
      ],
    });
    return true;
  });
  const bytes = Number((await written()) - before) / timesMs.length;
  console.log(
    `  postings of the ledger alone, ${CLIENTS} clients: ${rate.toFixed(0)} transactions/s, p99 ${percentile(timesMs, 0.99).toFixed(1)} ms, ${(bytes / 1_024).toFixed(1)} KiB written ahead each`,
  );
}
