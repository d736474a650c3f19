import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { planTrades } from '../../../chain/plan-trades.ts';
import { seedTrades } from '../../../chain/seed-trades.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { collectObservations, createPairReader, type PairReader } from '../../../provider/price/pair-reader.ts';
import { createPostgresPriceStore, type PriceStore } from '../../../provider/price/price-store.ts';
import { salesPriceRules, settlementPriceRules } from '../../../provider/price/price-source.ts';
import { type PricedPair, readPrice, readPriceAsOf, readPriceHistory } from '../../../provider/price/read-price.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { approveRouter, contracts, FOREVER, mined } from '../../chain/support/exchange.ts';
import { GENESIS, startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { startFaultyRpc } from '../../support/faulty-rpc.ts';
import type { FreshDatabase } from '../../support/fresh-database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { only } from '../../support/rpc-faults.ts';

const NOW = new Date((GENESIS + 120 * 86_400) * 1000);
const pair = developmentAddresses.pairs.jufUsdt;
const priced: PricedPair = {
  address: pair,
  base: { token: developmentAddresses.juf, decimals: 18 },
  quote: { token: developmentAddresses.usdt, decimals: 6 },
};
const sales = salesPriceRules(defaultEconomy, 6);
const settlement = settlementPriceRules(defaultEconomy.insurance.settlementWindowsHours);
const Q112 = 1n << 112n;

let node: TestNode;
let reader: PairReader;
let fresh: FreshDatabase;
let database: Database;
let store: PriceStore;
let snapshot: `0x${string}`;

beforeAll(async () => {
  node = await startTestNode();
  reader = createPairReader({ rpcUrl: node.url });
  await deployContracts(node.url);
  await seedTrades(node.url, { clock: () => NOW });
  await approveRouter(node, 0, contracts.juf.address, contracts.usdt.address);
});
afterAll(() => node.kill());
beforeEach(async () => {
  snapshot = await node.testClient.snapshot();
  fresh = await migratedDatabase();
  database = createDatabase(createPool(fresh.url, { max: 4 }));
  store = createPostgresPriceStore(database);
});
afterEach(async () => {
  await database.$client.end();
  await fresh.drop();
  await node.testClient.revert({ id: snapshot });
});

const collect = (changes: { reader?: PairReader; store?: PriceStore; fromBlock?: bigint; pair?: `0x${string}` } = {}) =>
  collectObservations({ pair, fromBlock: 0n, reader, store, clock: () => NOW, ...changes });

async function trade(secondsLater: number, amountIn = parseEther('1000')): Promise<void> {
  const { timestamp } = await node.publicClient.getBlock();
  await node.testClient.setNextBlockTimestamp({ timestamp: timestamp + BigInt(secondsLater) });
  const args = [amountIn, 0n, [contracts.juf.address, contracts.usdt.address], node.as(0).account.address, FOREVER] as const;
  await mined(node, node.as(0).writeContract({ ...contracts.router, functionName: 'swapExactTokensForTokens', args, gas: 400_000n }));
}

/** The pair's own sum of USDT per JUF at a second, from the node's old states: what the logs must yield. */
async function cumulativeOnChain(at: bigint): Promise<bigint> {
  let [low, high] = [0n, await node.publicClient.getBlockNumber()];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const { timestamp } = await node.publicClient.getBlock({ blockNumber: middle });
    if (timestamp <= at) low = middle;
    else high = middle - 1n;
  }
  const call = { ...contracts.jufUsdt, blockNumber: low } as const;
  const [[reserve0, reserve1, changedAt], token0] = await Promise.all([
    node.publicClient.readContract({ ...call, functionName: 'getReserves' }),
    node.publicClient.readContract({ ...call, functionName: 'token0' }),
  ]);
  const isJufFirst = token0 === contracts.juf.address;
  const sum = await node.publicClient.readContract({ ...call, functionName: isJufFirst ? 'price0CumulativeLast' : 'price1CumulativeLast' });
  const [jufReserve, usdtReserve] = isJufFirst ? [reserve0, reserve1] : [reserve1, reserve0];
  return sum + ((usdtReserve * Q112) / jufReserve) * (at - BigInt(changedAt));
}

async function averageOnChain(from: bigint, to: bigint): Promise<bigint> {
  const sum = (await cumulativeOnChain(to)) - (await cumulativeOnChain(from));
  const [numerator, denominator] = [sum * 10n ** 36n, (to - from) * Q112 * 10n ** 6n];
  return (numerator + denominator - 1n) / denominator;
}

describe('on a newly seeded chain', () => {
  test('the half-hour, daily and weekly prices exist, and match the pair’s own sums', async () => {
    expect(await collect()).toBe('COLLECTED');
    const { timestamp: at } = await node.publicClient.getBlock();
    const [halfHour, day, week] = await Promise.all([1_800n, 86_400n, 604_800n].map((seconds) => averageOnChain(at - seconds, at)));
    const higher = (a = 0n, b = 0n) => (a > b ? a : b);
    expect(await readPrice(store, priced, sales, NOW)).toEqual({
      status: 'AVAILABLE',
      price18: higher(halfHour, day),
      at: new Date(Number(at) * 1000),
      shortPrice18: halfHour,
      longPrice18: day,
    });
    expect(await readPrice(store, priced, settlement, NOW)).toMatchObject({ price18: higher(day, week) });
    expect(higher(halfHour, day)).toBeGreaterThan(40n * 10n ** 16n);
    expect(higher(halfHour, day)).toBeLessThan(44n * 10n ** 16n);
  });

  test('there are ninety days of history, each with its own average', async () => {
    await collect();
    const history = await readPriceHistory(store, priced, { step: 'DAY', count: 90 }, NOW);
    expect(history).toHaveLength(90);
    const [first, last] = [history[0], history.at(-1)];
    expect(Number(first?.price18) / 1e18).toBeGreaterThan(0.35);
    expect(Number(first?.price18) / 1e18).toBeLessThan(0.4);
    expect(Number(last?.price18) / 1e18).toBeGreaterThan(0.4);
    const tail = await readPriceHistory(store, priced, { step: 'DAY', count: 2 }, new Date(NOW.getTime() - 43_200_000));
    expect(tail.map((point) => point.at)).toEqual([new Date(NOW.getTime() - 86_400_000), new Date(NOW.getTime() - 43_200_000)]);
    const end = BigInt(Math.floor((history[40]?.at.getTime() ?? 0) / 1000));
    expect(history[40]?.price18).toBe(await averageOnChain(end - 86_400n, end));
  });

  test('there is each hour of the last day, and together they match the day’s average', async () => {
    await collect();
    const hours = await readPriceHistory(store, priced, { step: 'HOUR', count: 25 }, NOW);
    expect(hours).toHaveLength(25);
    for (const { at, price18 } of [hours[0], hours[12], hours[24]].flatMap((hour) => hour ?? [])) {
      const end = BigInt(at.getTime() / 1000);
      expect(end % 3_600n).toBe(0n);
      expect(price18).toBe(await averageOnChain(end - 3_600n, end));
    }
    const [day] = await readPriceHistory(store, priced, { step: 'DAY', count: 1 }, NOW);
    const mean = hours.slice(1).reduce((sum, { price18 }) => sum + price18, 0n) / 24n;
    const apart = (day?.price18 ?? 0n) - mean;
    expect(apart >= 0n && apart <= 1n).toBe(true);
  });

  test('every observation is known from the start, so our sums are the pair’s own', async () => {
    await collect();
    expect(await store.head(pair)).toMatchObject({ offset0: 0n, offset1: 0n });
    const planned = planTrades().blocks.filter((block) => block.trades.some((one) => one.pair === 'jufUsdt')).length;
    const { rows } = await database.execute<{ count: string }>('select count(*) from pair_observation');
    expect(rows).toEqual([{ count: String(planned + 1) }]);
  });

  test('starting in the middle of the pair’s life yields the same prices', async () => {
    expect(await collect({ fromBlock: 300n })).toBe('COLLECTED');
    expect((await store.head(pair))?.offset0).toBeGreaterThan(0n);
    const late = await readPrice(store, priced, sales, NOW);
    const { rows } = await database.execute('truncate pair_observation, pair_head');
    expect(rows).toEqual([]);
    await collect();
    expect(await readPrice(store, priced, sales, NOW)).toEqual(late);
  });

  test('a node with a small block range yields the same', async () => {
    await collect();
    const whole = await store.statesAt(pair, [BigInt(GENESIS + 50 * 86_400)]);
    await database.execute('truncate pair_observation, pair_head');
    const asked: bigint[] = [];
    const narrow = createPairReader({ rpcUrl: node.url, maxLogRange: 64n });
    const counting: PairReader = { ...narrow, syncs: (...args) => (asked.push(args[1]), narrow.syncs(...args)) };
    expect(await collect({ reader: counting })).toBe('COLLECTED');
    expect(asked).toEqual([0n]);
    expect(await store.statesAt(pair, [BigInt(GENESIS + 50 * 86_400)])).toEqual(whole);
  });
});

describe('as the chain continues', () => {
  test('only new blocks are read, and the price follows', async () => {
    await collect();
    const before = await readPrice(store, priced, sales, NOW);
    await trade(600, parseEther('20000'));
    await trade(1_200, parseEther('1'));
    const starts: bigint[] = [];
    const known = await store.head(pair);
    const watching: PairReader = { ...reader, syncs: (...args) => (starts.push(args[1]), reader.syncs(...args)) };
    expect(await collect({ reader: watching })).toBe('COLLECTED');
    expect(starts).toEqual([(known?.blockNumber ?? 0n) + 1n]);
    const after = await readPrice(store, priced, { ...sales, maxSpreadBasisPoints: null }, NOW);
    const { timestamp: at } = await node.publicClient.getBlock();
    expect(after).toMatchObject({
      shortPrice18: await averageOnChain(at - 1_800n, at),
      longPrice18: await averageOnChain(at - 86_400n, at),
    });
    expect(before).not.toEqual(after);
  });

  test('the price of a past second is the same whenever it is requested', async () => {
    await collect();
    const { timestamp } = await node.publicClient.getBlock();
    const asOf = new Date(Number(timestamp - 5_000n) * 1000);
    const early = await readPriceAsOf(store, priced, settlement, asOf);
    await trade(3_000, parseEther('10000'));
    await collect();
    expect(early.status).toBe('AVAILABLE');
    expect(await readPriceAsOf(store, priced, settlement, asOf)).toEqual(early);
    const ahead = new Date((Number(timestamp) + 100_000) * 1000);
    expect(await readPriceAsOf(store, priced, settlement, ahead)).toMatchObject({ reason: 'STALE' });
  });

  test('a reorganisation is detected, and prices are those of the new chain', async () => {
    await collect();
    const fork = await node.testClient.snapshot();
    await trade(60, parseEther('5000'));
    await trade(60, parseEther('5000'));
    expect(await collect()).toBe('COLLECTED');
    await node.testClient.revert({ id: fork });
    await trade(90, parseEther('100'));
    await trade(90, parseEther('100'));
    await trade(90, parseEther('100'));
    expect(await collect()).toBe('HEAD_CHANGED');
    expect(await collect()).toBe('COLLECTED');
    const { timestamp: at } = await node.publicClient.getBlock();
    expect(await readPrice(store, priced, sales, NOW)).toMatchObject({ shortPrice18: await averageOnChain(at - 1_800n, at) });
  });

  test('a head older than the known one changes nothing', async () => {
    const back = await node.testClient.snapshot();
    await trade(60);
    await collect();
    const known = await store.head(pair);
    await node.testClient.revert({ id: back });
    expect(await collect()).toBe('HEAD_BEHIND');
    expect(await store.head(pair)).toEqual(known);
  });

  test('a log withheld by a node is detected, and nothing is stored', async () => {
    await collect();
    const known = await store.head(pair);
    await trade(60);
    await trade(60);
    for (const lost of [0, 1]) {
      const forgetful: PairReader = {
        ...reader,
        syncs: async (...args) => (await reader.syncs(...args)).filter((_, index) => index !== lost),
      };
      expect(await collect({ reader: forgetful })).toBe('INCOMPLETE');
      expect(await store.head(pair)).toEqual(known);
    }
    const silent: PairReader = { ...reader, syncs: () => Promise.resolve([]) };
    expect(await collect({ reader: silent })).toBe('INCOMPLETE');
    expect(await collect()).toBe('COLLECTED');
  });

  test('of two processes that read at once, one writes', async () => {
    for (let outpaced = 0; outpaced < 2;) {
      const outcomes = await Promise.all([collect(), collect(), collect()]);
      expect(outcomes).toContain('COLLECTED');
      // On a busy machine the last may begin only when another has written, and then it writes as well.
      outpaced += outcomes.filter((outcome) => outcome === 'OUTPACED').length;
      await trade(60);
    }
    expect(await collect()).toBe('COLLECTED');
    const { timestamp: at } = await node.publicClient.getBlock();
    expect(await readPrice(store, priced, sales, NOW)).toMatchObject({ shortPrice18: await averageOnChain(at - 1_800n, at) });
  });
});

describe('no price is given', () => {
  test('before anything was read', async () => {
    expect(await readPrice(store, priced, sales, NOW)).toEqual({ status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null });
  });

  test('ten minutes after the last reading, although the last one is still reported', async () => {
    await collect();
    const after = (ms: number) => readPrice(store, priced, sales, new Date(NOW.getTime() + ms));
    const fresh_ = await after(600_000);
    expect(fresh_.status).toBe('AVAILABLE');
    expect(await after(600_001)).toMatchObject({
      reason: 'STALE',
      lastKnown: { price18: fresh_.status === 'AVAILABLE' && fresh_.price18 },
    });
  });

  test('if the node responds, but its chain is stuck', async () => {
    const later = new Date(NOW.getTime() + 3_600_000);
    expect(await collectObservations({ pair, fromBlock: 0n, reader, store, clock: () => later })).toBe('COLLECTED');
    expect(await readPrice(store, priced, sales, later)).toMatchObject({ reason: 'STALE' });
  });

  test('if the node is gone, or belongs to another chain', async () => {
    const gone = createPairReader({ rpcUrl: 'http://127.0.0.1:9' });
    await expect(collect({ reader: gone })).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    const rpc = await startFaultyRpc(node.url);
    rpc.inject(only('eth_chainId', () => Promise.resolve({ result: '0x1' })));
    const foreign = createPairReader({ rpcUrl: rpc.url });
    await expect(collect({ reader: foreign })).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    await rpc.stop();
  });

  test('for a pair that never had liquidity', async () => {
    const token = await node.publicClient.readContract({ ...contracts.factory, functionName: 'allPairs', args: [0n] });
    await mined(node, node.as(0).writeContract({ ...contracts.factory, functionName: 'createPair', args: [token, contracts.juf.address] }));
    const empty = await node.publicClient.readContract({ ...contracts.factory, functionName: 'allPairs', args: [3n] });
    expect(await collect({ pair: empty })).toBe('NOTHING_YET');
  });
});

test('a pair that hasn’t moved since the start has its current price', async () => {
  const { number } = await node.publicClient.getBlock();
  await node.testClient.mine({ blocks: 2, interval: 90_000 });
  const quiet = developmentAddresses.pairs.jufUsdt;
  expect(await collect({ fromBlock: number + 1n, pair: quiet })).toBe('COLLECTED');
  const head = await store.head(quiet);
  const reading = await readPriceAsOf(store, priced, { ...sales, longWindowSeconds: 86_000n }, new Date(Number(head?.blockTime) * 1000));
  const { base, quote } = planTrades().pools.jufUsdt;
  expect(reading).toMatchObject({ status: 'AVAILABLE' });
  const spot = (quote * 10n ** 30n) / base;
  expect(reading.status === 'AVAILABLE' && reading.price18 - spot).toBeLessThanOrEqual(1n);
});

test('thinning keeps one observation per hour, one per day of old ones, and all recent ones: no day’s average changes', async () => {
  await collect();
  const untouched = await readPrice(store, priced, settlement, NOW);
  const days = await readPriceHistory(store, priced, { step: 'DAY', count: 119 }, NOW);
  const at = (day: number) => BigInt(GENESIS + day * 86_400);
  const { rows: before } = await database.execute<{ count: string }>('select count(*) from pair_observation');
  expect(await store.thin(pair, { hourlyBefore: at(90), dailyBefore: at(30) })).toBeGreaterThan(80);
  const { rows: after } = await database.execute<{ count: string }>('select count(*) from pair_observation');
  expect(Number(after[0]?.count)).toBeLessThan(Number(before[0]?.count));
  expect(await readPriceHistory(store, priced, { step: 'DAY', count: 119 }, NOW)).toEqual(days);
  expect(await readPrice(store, priced, settlement, NOW)).toEqual(untouched);
});
