import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type DevNode, startDevNode } from '../../../chain/dev-node.ts';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { prepareChain } from '../../support/seeded-chain.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { createPairReader } from '../../../provider/price/pair-reader.ts';
import { createPostgresPriceStore } from '../../../provider/price/price-store.ts';
import { createPriceSource, type PriceSource } from '../../../provider/price/price-source.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { FreshDatabase } from '../../support/fresh-database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const { juf, usdt, wju, pairs } = developmentAddresses;
let folder: string;
let node: DevNode;
let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jufi-price-'));
  node = await start();
  fresh = await migratedDatabase();
  database = createDatabase(createPool(fresh.url, { max: 4 }));
});
afterAll(async () => {
  await node.stop();
  await database.$client.end();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<DevNode> {
  return startDevNode({
    folder,
    port: await findFreePort(),
    log: () => undefined,
    onReady: prepareChain,
  });
}

const WINDOWS = defaultEconomy.insurance.settlementWindowsHours;

function source(rpcUrl: string, named: { jufUsdt: `0x${string}`; wjuUsdt: `0x${string}` } = pairs): PriceSource {
  return createPriceSource({
    store: createPostgresPriceStore(database),
    reader: createPairReader({ rpcUrl }),
    clock: systemClock,
    pairs: named,
    tokens: { juf: { token: juf, decimals: 18 }, wju: { token: wju, decimals: 18 }, usdt: { token: usdt, decimals: 6 } },
    fromBlock: 0n,
  }).under(defaultEconomy);
}

describe('on the embedded chain', () => {
  test('all prices exist at the first start', async () => {
    const prices = source(node.url);
    expect(await prices.refresh()).toEqual({ JUF: 'COLLECTED', JU: 'COLLECTED' });
    const now = new Date();
    const reading = await prices.juf(now);
    expect(reading).toMatchObject({ status: 'AVAILABLE' });
    expect(await prices.ju(now)).toMatchObject({ status: 'AVAILABLE' });
    expect(reading.status === 'AVAILABLE' && reading.price18 / 10n ** 16n).toBe(42n);
    const aWhileAgo = new Date(now.getTime() - 3_600_000);
    expect(await prices.jufSettlement(aWhileAgo, WINDOWS)).toMatchObject({ status: 'AVAILABLE' });
    expect(await prices.jufAsOf(new Date(now.getTime() - 100 * 86_400_000))).toMatchObject({ status: 'AVAILABLE' });
    expect(await prices.jufHistory({ step: 'DAY', count: 90 }, now)).toHaveLength(90);
  });

  test('a pair of other tokens, or a contract that isn’t a pair, is refused and yields no price', async () => {
    for (const jufUsdt of [pairs.jufWju, juf]) {
      const prices = source(node.url, { ...pairs, jufUsdt });
      await expect(prices.refresh()).rejects.toThrow(/is not a pair|no usable answer/);
      expect(await prices.juf(new Date())).toMatchObject({ status: 'UNAVAILABLE', reason: 'NEVER_READ' });
    }
  });

  test('after kill -9 of the node, contracts, pools and prices are unchanged', async () => {
    const before = source(node.url);
    await before.refresh();
    const asOf = new Date(Date.now() - 60_000);
    const settled = await before.jufSettlement(asOf, WINDOWS);
    process.kill(node.pid, 'SIGKILL');
    await node.exited;
    node = await start();
    const after = source(node.url);
    expect(await after.refresh()).toEqual({ JUF: 'COLLECTED', JU: 'COLLECTED' });
    expect(await after.jufSettlement(asOf, WINDOWS)).toEqual(settled);
    expect(await after.juf(new Date())).toMatchObject({ status: 'AVAILABLE' });
    // Nothing known before had to be read again, and starting over yields the same.
    await database.execute('truncate pair_observation, pair_head');
    await after.refresh();
    expect(await after.jufSettlement(asOf, WINDOWS)).toEqual(settled);
  });
});
