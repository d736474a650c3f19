/**
 * How soon deposits are credited: after the third block on top of them, and after a gap in which nobody watched. `npm run bench:chain -- [deposits] [blocks
 * of the gap]`. Uses DATABASE_URL, whose role must be able to create databases, or else its own PostgreSQL; the chain is a separate node on the same
 * machine. Exits with 1 if a figure misses its target.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type Hex, hexToBytes } from 'viem';

import { deployContracts } from '../../chain/deploy.ts';
import { createNodeClient } from '../../chain/node-client.ts';
import { developmentAccount } from '../../chain/role-accounts.ts';
import { openWatch, startWatch } from '../../provider/chain-watch/start-watch.ts';
import { createDatabase, type Database } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { findOrCreateMember } from '../../provider/modules/account/member.ts';
import { developmentVault } from '../../provider/vault.ts';
import { startTestNode, type TestNode } from '../chain/support/test-node.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { median, percentile } from './figures.ts';
import { type LongChain, startLongChain } from './long-chain.ts';
import { noteFigure } from '../quality/note-figure.ts';

const DEPOSITS = Number(process.argv[2] ?? 100);
const GAP = Number(process.argv[3] ?? 100_000);
const DEPOSITS_IN_GAP = 500;
const SENDER = 1;
const WANTED = { creditedMs: 2_000, caughtUpMs: 60_000 };

interface World {
  node: TestNode;
  db: Database;
  watch: () => ReturnType<typeof startWatch>;
}

await onBenchServer(async (serverUrl) => {
  const timesMs = await onDatabase(serverUrl, 'jufi_bench_chain', async (db) => {
    const node = await startTestNode();
    try {
      await deployContracts(node.url);
      return await measureCrediting({ node, db, watch: await prepareWatch(db, node.url) });
    } finally {
      await node.kill('SIGKILL');
    }
  });
  report(
    `from the third block to credited, ${DEPOSITS} deposits: median ${median(timesMs).toFixed(0)} ms, p99 ${percentile(timesMs, 0.99).toFixed(0)} ms`,
    'chain-credited',
    Math.max(...timesMs),
    WANTED.creditedMs,
  );
  const { tookMs, cpuMs } = await onDatabase(serverUrl, 'jufi_bench_gap', measureGap);
  report(
    `a gap of ${GAP.toLocaleString('en')} blocks with ${DEPOSITS_IN_GAP} deposits, ${cpuMs.toFixed(0)} ms of this process's CPU time: caught up`,
    'chain-caught-up',
    tookMs,
    WANTED.caughtUpMs,
  );
});

async function onDatabase<Result>(serverUrl: string, name: string, run: (db: Database) => Promise<Result>): Promise<Result> {
  const databaseUrl = await createEmpty(serverUrl, name);
  await migrate(databaseUrl);
  const db = createDatabase(createPool(databaseUrl));
  try {
    return await run(db);
  } finally {
    await db.$client.end();
  }
}

function report(figure: string, name: string, tookMs: number, wantedMs: number): void {
  console.log(`${figure} in at most ${tookMs.toFixed(0)} ms (wanted: ${wantedMs})`);
  noteFigure(name, tookMs);
  if (tookMs > wantedMs) process.exitCode = 1;
}

async function prepareWatch(database: Database, rpcUrl: string): Promise<World['watch']> {
  const node = createNodeClient(rpcUrl);
  const now = new Date();
  await inTransaction(database, (tx) => findOrCreateMember(tx, { address: developmentAccount(SENDER).address, language: 'en', now }));
  const vault = { ...developmentVault, fromBlock: BigInt((await node.getBlock('latest')).number) + 1n };
  await node.call('evm_mine');
  const options = { vault, rpcUrl };
  return () => startWatch(openWatch({ database, clock: () => new Date(), log: pino({ level: 'warn' }) }, options));
}

async function measureCrediting(world: World): Promise<number[]> {
  const watch = world.watch();
  const timesMs: number[] = [];
  for (let count = 0; count < DEPOSITS; count += 1) {
    const hash = await world.node.as(SENDER).sendTransaction({ to: developmentVault.address, value: 1n });
    // Blocks arrive at any time between two polls.
    await pause(Math.random() * 1_000);
    await world.node.testClient.mine({ blocks: 3 });
    const minedAt = performance.now();
    await until(() => isCredited(world.db, hash));
    timesMs.push(performance.now() - minedAt);
  }
  await watch.stop();
  return timesMs;
}

async function measureGap(db: Database): Promise<{ tookMs: number; cpuMs: number }> {
  const chain = await startLongChain();
  try {
    await copyContracts(chain);
    const watch = await prepareWatch(db, chain.url);
    let last: Hex = '0x';
    for (let count = 0; count < DEPOSITS_IN_GAP; count += 1) {
      last = await chain.send(SENDER, developmentVault.address);
      await chain.mine(Math.round(GAP / DEPOSITS_IN_GAP) - 1);
    }
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const running = watch();
    await until(() => isCredited(db, last));
    const tookMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    await running.stop();
    const { rows } = await db.$client.query<{ count: string }>(`select count(*) from deposit where state = 'CREDITED'`);
    if (Number(rows[0]?.count) !== DEPOSITS_IN_GAP) throw new Error('not every deposit was credited');
    return { tookMs, cpuMs: (user + system) / 1_000 };
  } finally {
    await chain.stop();
  }
}

/** What the watch reads: the vault, which reports JU, and the tokens' decimals. */
async function copyContracts(chain: LongChain): Promise<void> {
  const node = await startTestNode();
  try {
    await deployContracts(node.url);
    for (const address of [developmentVault.address, ...Object.values(developmentVault.tokens)]) {
      await chain.setCode(address, (await node.publicClient.getCode({ address })) ?? '0x');
    }
  } finally {
    await node.kill('SIGKILL');
  }
}

async function isCredited(db: Database, hash: Hex): Promise<boolean> {
  const query = `select from deposit where tx_hash = $1 and state = 'CREDITED'`;
  return (await db.$client.query(query, [Buffer.from(hexToBytes(hash))])).rowCount === 1;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}
