/**
 * How long a member with 10,000 transactions waits for the wallet page's calls, compared with a member with ten on the same provider in the same run: `npm
 * run bench:history -- [rounds]`. Both pages have the same files and show as many rows, so only the responses differ. Then the statement of a year of 10,000
 * transactions, which lists all of them. Fails above the promised ratio or time. Uses DATABASE_URL, whose role must be able to create databases, or else its
 * own PostgreSQL.
 */
import { v7 } from 'uuid';

import { createDatabase, type Database } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { memberAccount, pooledAccount } from '../../provider/ledger/account.ts';
import { postAlone } from '../../provider/ledger/post.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { median } from './figures.ts';
import { forkServer } from './fork-server.ts';
import { payOutOfNothing } from './fill-accounts.ts';
import { createHttpClient, type SendRequest } from './http-client.ts';
import { prepareSenders, type Sender } from './prepare-transfers.ts';
import { noteFigure } from '../quality/note-figure.ts';

const FEW = 10;
const MANY = 10_000;
const AT_ONCE = 8;
const ROUNDS = Number(process.argv[2] ?? 200);
const WARM_ROUNDS = 20;
const HIGHEST_RATIO = 1.2;
const YEAR_ROUNDS = 20;
const SLOWEST_YEAR_MS = 1_000;
const BALANCES = ['/api/wallet/overview', '/api/wallet/transfer?walletType=USDT&destination=MEMBER'];
const PAGES = {
  '/wallet': [...BALANCES, '/api/wallet/transaction/list?size=10'],
  '/wallet/history': ['/api/wallet/transaction/list?page=1&size=20'],
};

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const url = await createEmpty(serverUrl, 'jufi_bench_history');
  const pool = createPool(url, { max: AT_ONCE, statementTimeoutMs: 600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  const [few, many, trader] = await prepareSenders(db, 3);
  if (few === undefined || many === undefined || trader === undefined) throw new Error('there are no three members');
  console.log(`filling histories of ${FEW} and ${MANY.toLocaleString('en')} transactions`);
  await fillHistory(db, few, FEW);
  await fillHistory(db, many, MANY);
  await fillTrades(db, trader, MANY);
  await pool.query('vacuum analyze');
  const { port, stop } = await forkServer('serve-provider.ts', url);
  const client = createHttpClient(port);
  try {
    for (const [page, asked] of Object.entries(PAGES)) await compare(page, asked, { few, many, request: client.request });
    await measureYear(trader, client.request);
  } finally {
    client.close();
    await stop();
    await pool.end();
  }
}

/** One after the other, like real transactions. The first one is the member's creation. */
async function fillHistory(db: Database, { member }: Sender, count: number): Promise<void> {
  let left = count - 1;
  const post = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await payOutOfNothing(db, [memberAccount('AVAILABLE', member.id)], 1n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, post));
}

/** Two receipts of JU for each time that some is spent, which takes from several lots. */
async function fillTrades(db: Database, { member }: Sender, count: number): Promise<void> {
  for (let index = 1; index < count; index += 1) {
    const amountBaseUnits = index % 3 === 0 ? -7n * 10n ** 18n : 4n * 10n ** 18n;
    await postAlone(db, {
      id: v7(),
      kind: index % 3 === 0 ? 'TURBO' : 'BONUS',
      occurredAt: new Date(),
      entries: [
        { account: memberAccount('AVAILABLE', member.id), token: 'JU', amountBaseUnits },
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -amountBaseUnits },
      ],
    });
  }
}

async function measureYear(trader: Sender, request: SendRequest): Promise<void> {
  const timesMs: number[] = [];
  for (let round = -2; round < YEAR_ROUNDS; round += 1) {
    const tookMs = await open(['/api/wallet/yearStatement'], trader, request);
    if (round >= 0) timesMs.push(tookMs);
  }
  console.log(`/wallet/year: with ${MANY.toLocaleString('en')} transactions ${median(timesMs).toFixed(0)} ms`);
  if (median(timesMs) > SLOWEST_YEAR_MS) process.exitCode = 1;
}

/** Alternating, so that other load on the machine affects both. */
async function compare(
  page: string,
  asked: readonly string[],
  { few, many, request }: { few: Sender; many: Sender; request: SendRequest },
): Promise<void> {
  const timesMs = { few: [] as number[], many: [] as number[] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const [fewMs, manyMs] = [await open(asked, few, request), await open(asked, many, request)];
    if (round < 0) continue;
    timesMs.few.push(fewMs);
    timesMs.many.push(manyMs);
  }
  const ratio = median(timesMs.many) / median(timesMs.few);
  console.log(
    `${page}: with ${FEW} transactions ${median(timesMs.few).toFixed(2)} ms, with ${MANY.toLocaleString('en')} ` +
      `${median(timesMs.many).toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
  );
  noteFigure('history', ratio);
  if (ratio > HIGHEST_RATIO) process.exitCode = 1;
}

/** All at once, like the page. */
async function open(asked: readonly string[], { token }: Sender, request: SendRequest): Promise<number> {
  const startedAt = performance.now();
  const answers = await Promise.all(asked.map((path) => request('GET', path, { authorization: `Bearer ${token}` })));
  const took = performance.now() - startedAt;
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`the page was answered with ${refused.status}: ${refused.text}`);
  return took;
}
