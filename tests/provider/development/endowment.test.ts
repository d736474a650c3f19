import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createNodeClient } from '../../../chain/node-client.ts';
import { ENDOWMENT } from '../../../chain/plan-deployment.ts';
import { deployContracts } from '../../../chain/deploy.ts';
import { openWatch, watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { endLease } from '../../../provider/chain-watch/watch-store.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { bringIn } from '../../../provider/development/story/endowment.ts';
import { writeNote } from '../../../provider/development/story/tell-story.ts';
import { pooledAccount, TOKENS } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { depositChecks } from '../../../provider/chain-watch/credit-due.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { balanceOf } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { openProvider, type TestProvider } from '../start-provider.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const NOW = new Date('2026-11-21T09:00:00.000Z');
const BROUGHT_IN = '1234.5';

let node: TestNode;
/** The chain before anything was put into the vault. */
let empty: string;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  empty = z.string().parse(await createNodeClient(node.url).call('evm_snapshot'));
});
afterAll(() => node.kill());

it('funds of an older story go into the vault once, at the next start, and aren’t a deposit', async () => {
  const database = await storyOfBefore();
  const once = await open(database.url);
  await expectEndowed(once);
  const again = await open(database.url);
  await expectEndowed(again);
  expect(once.logged.some((line) => line.includes('are in the vault'))).toBe(true);
  expect(again.logged.some((line) => line.includes('are in the vault'))).toBe(false);

  // The watch finds the same transfers already known.
  await node.testClient.mine({ blocks: 5 });
  expect(await watch(database.url)).toBe('WATCHED');
  await expectEndowed(again);
  for (const { stop } of [once, again]) await stop();
  await database.drop();
});

it('the endowment is sent again on a chain reset to before it, and the watch sees it at its new position', async () => {
  const database = await storyOfBefore();
  const before = await open(database.url);
  await node.testClient.mine({ blocks: 5 });
  expect(await watch(database.url)).toBe('WATCHED');
  await createNodeClient(node.url).call('evm_revert', empty);
  expect(await node.publicClient.getBalance({ address: developmentVault.address })).toBe(0n);
  await node.testClient.mine({ blocks: 20 });
  const after = await open(database.url);
  await expectEndowed(after);
  expect(await watch(database.url)).toBe('WATCHED');
  await expectEndowed(after);
  for (const { stop } of [before, after]) await stop();
  await database.drop();
});

it('the endowment is owned once even if the watch held it before it was booked', async () => {
  const first = await storyOfBefore();
  await (await open(first.url)).stop();
  await node.testClient.mine({ blocks: 5 });
  const second = await storyOfBefore();
  expect(await watch(second.url)).toBe('WATCHED');
  const { stop, pool, ...provider } = await open(second.url);
  expect((await pool.query(`select from deposit where state = 'HELD'`)).rowCount).toBe(0);
  await expectEndowed({ pool, ...provider });
  await stop();
  for (const database of [first, second]) await database.drop();
});

it('the endowment doesn’t prevent a provider from starting without its chain', async () => {
  const database = await storyOfBefore();
  const { stop, logged } = await open(database.url, 'http://127.0.0.1:9');
  expect(logged.some((line) => line.includes('the story waits for a chain'))).toBe(true);
  await stop();
  await database.drop();
});

it('backs what was funded by hand before the story existed, and adds nothing if nothing came in', async () => {
  const database = await storyOfBefore({ isTold: false });
  const { stop, ...provider } = await open(database.url);
  await expectEndowed(provider);
  await stop();
  await database.drop();
  const empty = await migratedDatabase();
  const nothing = await open(empty.url);
  expect((await nothing.pool.query('select from deposit')).rowCount).toBe(0);
  await nothing.stop();
  await empty.drop();
});

/** A database whose story was completed before the vault existed, or that was funded before there was a story. */
async function storyOfBefore({ isTold } = { isTold: true }) {
  const database = await migratedDatabase();
  await onDatabase(database.url, async (db) => {
    if (isTold) {
      await writeNote(db, 'STORY_ENDS', NOW);
      await writeNote(db, 'STORY_TOLD_UNTIL', NOW);
    }
    await inTransaction(db, (tx) =>
      bringIn(tx, { to: pooledAccount('TREASURY'), token: 'USDT', amount: BROUGHT_IN, kind: 'DEPOSIT', now: NOW }),
    );
  });
  return database;
}

async function onDatabase<Result>(url: string, run: (db: Database) => Promise<Result>): Promise<Result> {
  const { pool, stop } = await openProvider({ databaseUrl: url });
  try {
    return await run(createDatabase(pool));
  } finally {
    await stop();
  }
}

function open(databaseUrl: string, chainRpcUrl = node.url) {
  return openProvider({
    databaseUrl,
    chainRpcUrl,
    environment: 'development',
    jobs: false,
    vault: developmentVault,
    clock: () => new Date(NOW.getTime() + 3_600_000),
  });
}

function watch(databaseUrl: string) {
  return onDatabase(databaseUrl, async (database) => {
    const options = { vault: developmentVault, rpcUrl: node.url };
    const parts = openWatch({ database, clock: () => NOW, log: pino({ level: 'silent' }) }, options);
    const outcome = await watchOnce(parts);
    await endLease(database, parts.vault, parts.holder);
    return outcome;
  });
}

/** In the vault on the chain, and equally in the books, from which the story took its part. */
async function expectEndowed({ pool }: Pick<TestProvider, 'pool'>): Promise<void> {
  const db = createDatabase(pool);
  const { address, tokens } = developmentVault;
  const endowed = { JU: ENDOWMENT.ju, JUF: ENDOWMENT.juf, USDT: ENDOWMENT.usdt };
  const onChain = {
    JU: await node.publicClient.getBalance({ address }),
    JUF: await balanceOf(node, tokens.juf, address),
    USDT: await balanceOf(node, tokens.usdt, address),
  };
  expect(onChain).toEqual(endowed);
  for (const token of TOKENS) {
    expect(-(await accountBalance(db, pooledAccount('VAULT'), token)), token).toBe(endowed[token]);
    const broughtIn = token === 'USDT' ? 1_234_500_000n : 0n;
    expect(await accountBalance(db, pooledAccount('OUTSIDE_WORLD'), token), token).toBe(endowed[token] - broughtIn);
  }
  expect(await auditLedger(db, promises, depositChecks)).toMatchObject({ sound: true });
}
