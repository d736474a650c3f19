import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deployContracts } from '../../../chain/deploy.ts';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { createPairReader } from '../../../provider/price/pair-reader.ts';
import { createPostgresPriceStore } from '../../../provider/price/price-store.ts';
import { createPriceSource, type PriceSource } from '../../../provider/price/price-source.ts';
import { approveRouter, balanceOf, contracts, FOREVER, mined, reservesOf } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import type { FreshDatabase } from '../../support/fresh-database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { juf, usdt, wju, router, jufUsdt, wjuUsdt } = contracts;
const MINUTE = 60;
const TRADE_GAS = 500_000n;
/** Holds 300,000 JUF and 500,000 USDT; the pool 500,000 and 180,000. */
const attacker = roleAccount('trader');
const SELLERS = [1, 2];

let node: TestNode;
let fresh: FreshDatabase;
let database: Database;
let now: number;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  await node.testClient.setBalance({ address: attacker.address, value: 10n ** 21n });
  for (const seller of SELLERS) await approveRouter(node, seller, juf.address);
  for (const address of [juf.address, usdt.address]) {
    const approval = { ...juf, address, functionName: 'approve', args: [router.address, FOREVER] } as const;
    await mined(node, node.as(attacker).writeContract(approval));
  }
  fresh = await migratedDatabase();
  database = createDatabase(createPool(fresh.url, { max: 4 }));
  now = Number((await node.publicClient.getBlock()).timestamp);
});
afterAll(async () => {
  await database.$client.end();
  await fresh.drop();
  await node.kill();
});

const prices = (): PriceSource =>
  createPriceSource({
    store: createPostgresPriceStore(database),
    reader: createPairReader({ rpcUrl: node.url }),
    clock: () => new Date(now * 1_000),
    pairs: { jufUsdt: jufUsdt.address, wjuUsdt: wjuUsdt.address },
    tokens: {
      juf: { token: juf.address, decimals: 18 },
      wju: { token: wju.address, decimals: 18 },
      usdt: { token: usdt.address, decimals: 6 },
    },
    fromBlock: 0n,
  }).under(defaultEconomy);

async function pass(seconds: number): Promise<void> {
  now += seconds;
  await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(now) });
  await node.testClient.mine({ blocks: 1 });
}

async function readPrice() {
  const source = prices();
  await source.refresh();
  return source.juf(new Date(now * 1_000));
}

async function swap(from: Address, to: Address, amount: bigint, as: typeof attacker | number = attacker): Promise<void> {
  now += 1;
  await node.testClient.setNextBlockTimestamp({ timestamp: BigInt(now) });
  const client = node.as(as);
  const args = [amount, 1n, [from, to], client.account.address, FOREVER] as const;
  await mined(node, client.writeContract({ ...router, gas: TRADE_GAS, functionName: 'swapExactTokensForTokens', args }));
}

const fundsOf = async (holder: Address) => ({
  juf: await balanceOf(node, juf.address, holder),
  usdt: await balanceOf(node, usdt.address, holder),
});

/** In USDT, counting JUF at the previous price. */
function lostAt36Cents(before: { juf: bigint; usdt: bigint }, after: { juf: bigint; usdt: bigint }): number {
  return (Number(before.usdt - after.usdt) + Number(before.juf - after.juf) * 0.36e-12) / 1e6;
}

/** Reads the price at this interval, and returns the minutes in which nothing could be bought. */
async function closedMinutes(minutes: number, every: number, during: (minute: number) => Promise<void>): Promise<number[]> {
  const closed: number[] = [];
  for (let minute = 0; minute <= minutes; minute += every) {
    await during(minute);
    const reading = await readPrice();
    if (reading.status === 'UNAVAILABLE') {
      expect(reading.reason).toBe('WINDOWS_APART');
      closed.push(minute);
    }
    await pass(every * MINUTE);
  }
  return closed;
}

/** A quiet day before each attempt, so that neither window contains anything of the last. */
async function quietDay(): Promise<void> {
  await pass(1_500 * MINUTE);
  expect(await readPrice()).toMatchObject({ status: 'AVAILABLE' });
}

/** Moves the pool's price up by 45 %: √1.45 − 1 of its USDT, plus the fee of 50 bp. */
const PUSH = 36_940_000_000n;

describe('holding the pool 45 % off', () => {
  it('for seven minutes closes the treasury until the end of its half hour, and costs 0.17 % of the pool’s USDT without trades against it', async () => {
    await quietDay();
    const before = await fundsOf(attacker.address);
    const bought = { juf: 0n };
    const closed = await closedMinutes(60, 1, async (minute) => {
      if (minute === 0) {
        const { own, other } = await reservesOf(node, jufUsdt.address, juf.address);
        await swap(usdt.address, juf.address, PUSH);
        bought.juf = (await fundsOf(attacker.address)).juf - before.juf;
        const after = await reservesOf(node, jufUsdt.address, juf.address);
        const moved = (Number(after.other) / Number(after.own)) * (Number(own) / Number(other));
        expect(moved).toBeGreaterThan(1.44);
        expect(moved).toBeLessThan(1.46);
      }
      if (minute === 7) await swap(juf.address, usdt.address, bought.juf);
    });
    const lost = lostAt36Cents(before, await fundsOf(attacker.address));
    expect({ from: closed[0], to: closed.at(-1), minutes: closed.length }).toEqual({ from: 7, to: 30, minutes: 24 });
    expect(Math.round(lost)).toBe(306);
  });

  it('costs twenty times as much once others trade the price back, who gain the loss, and closes nothing', async () => {
    await quietDay();
    const before = await fundsOf(attacker.address);
    const pool = await reservesOf(node, jufUsdt.address, juf.address);
    await swap(usdt.address, juf.address, PUSH);
    await pass(MINUTE);
    let gained = 0;
    for (const seller of SELLERS) {
      const { address } = node.as(seller).account;
      const held = await fundsOf(address);
      const missing = pool.own - (await reservesOf(node, jufUsdt.address, juf.address)).own;
      await swap(juf.address, usdt.address, held.juf < missing ? held.juf : missing, seller);
      gained -= lostAt36Cents(held, await fundsOf(address));
    }
    const closed = await closedMinutes(31, 1, () => Promise.resolve());
    const lost = lostAt36Cents(before, await fundsOf(attacker.address));
    expect({ closed, lost: Math.round(lost), gained: Math.round(gained) }).toEqual({ closed: [], lost: 6_460, gained: 6_147 });
  });

  it('for hours closes it until the day has caught up, and for as long again after the price is released', async () => {
    await quietDay();
    const before = await fundsOf(attacker.address);
    const closed = await closedMinutes(48 * 60, 60, async (minute) => {
      if (minute === 0) await swap(usdt.address, juf.address, PUSH);
      if (minute === 18 * 60) {
        await swap(juf.address, usdt.address, (await fundsOf(attacker.address)).juf - before.juf);
      }
    });
    expect({ first: closed[0], last: closed.at(-1), hours: closed.length }).toEqual({ first: 60, last: 36 * 60, hours: 34 });
  });

  it('never makes buying cheaper: the price is the higher of the windows, in every minute it exists', async () => {
    await quietDay();
    const fair = await readPrice();
    const before = await fundsOf(attacker.address);
    await closedMinutes(45, 1, async (minute) => {
      if (minute === 0) await swap(juf.address, usdt.address, 170_000n * 10n ** 18n);
      if (minute === 5) await swap(usdt.address, juf.address, (await fundsOf(attacker.address)).usdt - before.usdt);
      const reading = await readPrice();
      if (fair.status !== 'AVAILABLE' || reading.status !== 'AVAILABLE') return;
      // The day moves by at most five minutes' share.
      expect(Number(reading.price18) / Number(fair.price18)).toBeGreaterThan(0.998);
    });
  });
});

it('all the JUF a single holder has, three fifths of the pool’s, doesn’t make it thin', async () => {
  await quietDay();
  await swap(juf.address, usdt.address, (await fundsOf(attacker.address)).juf);
  expect(await readPrice()).not.toMatchObject({ reason: 'TOO_THIN' });
  expect((await reservesOf(node, jufUsdt.address, juf.address)).other > 50_000n * 10n ** 6n).toBe(true);
});
