import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { createNodeClient } from '../../chain/node-client.ts';
import { planTrades } from '../../chain/plan-trades.ts';
import { roleAccount } from '../../chain/role-accounts.ts';
import { seedTrades } from '../../chain/seed-trades.ts';
import { contracts, reservesOf } from './support/exchange.ts';
import { GENESIS, startTestNode, type TestNode } from './support/test-node.ts';
import { receiptOf } from '../support/receipt-of.ts';

const DAY = 86_400;
const NOW = GENESIS + 120 * DAY;
const clock = () => new Date(NOW * 1000);
const trader = roleAccount('trader').address;
const plan = planTrades();
let node: TestNode;
let took: number;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  const startedAt = performance.now();
  expect(await seedTrades(node.url, { clock })).toEqual({ outcome: 'SEEDED', blocksMined: plan.blocks.length });
  took = performance.now() - startedAt;
});
afterAll(() => node.kill());

describe('the plan', () => {
  test('is deterministic: several trades a day for 120 days, in order', () => {
    expect(planTrades()).toEqual(plan);
    const times = plan.blocks.map((block) => block.secondsAfterGenesis);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    for (let day = 0; day < 120; day += 1) {
      const trades = plan.blocks
        .filter(({ secondsAfterGenesis: at }) => at >= day * DAY && at < (day + 1) * DAY)
        .flatMap((block) => block.trades);
      expect(trades.length, `day ${day}`).toBeGreaterThanOrEqual(3);
    }
    expect(times.at(-1)).toBeLessThan(120 * DAY - 600);
  });

  test('moves JUF gradually from about 0.36 to about 0.42 USDT, and keeps JU around 0.084', () => {
    const micro = ({ base, quote }: { base: bigint; quote: bigint }) => Number((quote * 10n ** 18n) / base);
    expect(micro(plan.pools.jufUsdt)).toBeGreaterThan(405_000);
    expect(micro(plan.pools.jufUsdt)).toBeLessThan(435_000);
    expect(micro(plan.pools.wjuUsdt)).toBeGreaterThan(80_000);
    expect(micro(plan.pools.wjuUsdt)).toBeLessThan(88_000);
    const cross = (Number((plan.pools.jufWju.quote * 1_000_000n) / plan.pools.jufWju.base) * micro(plan.pools.wjuUsdt)) / 1_000_000;
    expect(Math.abs(cross / micro(plan.pools.jufUsdt) - 1)).toBeLessThan(0.03);
  });
});

describe('seeding', () => {
  test('leaves the pools exactly as planned, in a few seconds', async () => {
    const { jufUsdt, wjuUsdt, jufWju } = plan.pools;
    expect(await reservesOf(node, contracts.jufUsdt.address, contracts.juf.address)).toMatchObject({
      own: jufUsdt.base,
      other: jufUsdt.quote,
    });
    expect(await reservesOf(node, contracts.wjuUsdt.address, contracts.wju.address)).toMatchObject({
      own: wjuUsdt.base,
      other: wjuUsdt.quote,
    });
    expect(await reservesOf(node, contracts.jufWju.address, contracts.juf.address)).toMatchObject({
      own: jufWju.base,
      other: jufWju.quote,
    });
    expect(took).toBeLessThan(20_000);
  });

  test('puts each block at its planned second and sets the clock to the present', async () => {
    const logs = await node.publicClient.getContractEvents({ ...contracts.jufUsdt, eventName: 'Sync', fromBlock: 0n });
    const seeded = logs.slice(1);
    const planned = plan.blocks.filter((block) => block.trades.some((trade) => trade.pair === 'jufUsdt'));
    expect(seeded).toHaveLength(planned.length);
    const blocks = await Promise.all(
      [0, 100, seeded.length - 1].map(async (index) => ({
        index,
        block: await node.publicClient.getBlock({ blockNumber: seeded[index]?.blockNumber ?? 0n }),
      })),
    );
    for (const { index, block } of blocks) expect(Number(block.timestamp)).toBe(GENESIS + (planned[index]?.secondsAfterGenesis ?? 0));
    const head = await node.publicClient.getBlock();
    expect(Number(head.timestamp) - NOW).toBeGreaterThanOrEqual(0);
    expect(Number(head.timestamp) - NOW).toBeLessThan(30);
  });

  test('does nothing the second time, and leaves the node in automine mode', async () => {
    const nonce = await node.publicClient.getTransactionCount({ address: trader });
    expect(await seedTrades(node.url, { clock })).toEqual({ outcome: 'ALREADY_SEEDED', blocksMined: 0 });
    expect(await node.publicClient.getTransactionCount({ address: trader })).toBe(nonce);
    const hash = await node.as(0).sendTransaction({ to: trader, value: 1n });
    expect((await receiptOf(node.publicClient, hash)).status).toBe('success');
  });
});

describe('an interrupted seeding', () => {
  test('resumes, and ends like an uninterrupted one', async () => {
    const second = await startTestNode();
    try {
      await deployContracts(second.url);
      // A node that dies in the middle: everything after the given number of mined blocks fails.
      await expect(seedTrades(await brokenAfter(second.url, 100), { clock })).rejects.toThrow();
      const client = createNodeClient(second.url);
      expect(await client.getNonce(trader)).toBeGreaterThan(50);
      const result = await seedTrades(second.url, { clock });
      expect(result.outcome).toBe('SEEDED');
      expect(result.blocksMined).toBeLessThan(plan.blocks.length - 50);
      const { jufUsdt } = plan.pools;
      expect(await reservesOf(second, contracts.jufUsdt.address, contracts.juf.address)).toMatchObject({
        own: jufUsdt.base,
        other: jufUsdt.quote,
      });
    } finally {
      await stopProxies();
      await second.kill();
    }
  });

  test('doesn’t go back in time if the chain’s clock has passed', async () => {
    const late = await startTestNode();
    try {
      await deployContracts(late.url);
      await late.testClient.setNextBlockTimestamp({ timestamp: BigInt(NOW) });
      await late.testClient.mine({ blocks: 1 });
      expect(await seedTrades(late.url, { clock })).toEqual({ outcome: 'PASSED_BY', blocksMined: 0 });
    } finally {
      await late.kill();
    }
  });
});

const proxies: Server[] = [];

/** A proxy for the node that hangs up permanently after this many requested blocks. */
async function brokenAfter(url: string, blocks: number): Promise<string> {
  let mined = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (body.includes('evm_mine')) mined += 1;
      if (mined > blocks) {
        request.socket.destroy();
        return;
      }
      void fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
  });
  proxies.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function stopProxies(): Promise<void> {
  for (const server of proxies.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
