import { afterAll, beforeAll, expect, test } from 'vitest';

import { createNodeClient, type NodeClient } from '../../chain/node-client.ts';
import { type MarketPool, planMarketTrade, startMarket } from '../../chain/start-market.ts';
import { createRandom, type PairName, planTrades } from '../../chain/plan-trades.ts';
import { roleAccount } from '../../chain/role-accounts.ts';
import { getAmountOut } from '../../src/lib/chain/exchange-math.ts';
import { type SeededChain, startSeededChain } from '../support/seeded-chain.ts';

type Pools = Record<PairName, MarketPool>;

let chain: SeededChain;
let node: NodeClient;
beforeAll(async () => {
  chain = await startSeededChain();
  node = createNodeClient(chain.url);
});
afterAll(() => chain.stop());

test('ten thousand trades keep prices close to their anchors', () => {
  const pools = structuredClone(planTrades().pools) as Pools;
  const random = createRandom(1);
  const bought = new Set<string>();
  for (let count = 0; count < 10_000; count += 1) {
    bought.add(tradeIn(pools, random));
    const juf = (pools.jufUsdt.quote * 10n ** 18n) / pools.jufUsdt.base;
    // Micro-dollars: 3 % around 0.42.
    if (count > 500) expect(juf > 407_400n && juf < 432_600n).toBe(true);
  }
  expect([...bought].sort()).toEqual(['juf for usdt', 'juf for wju', 'usdt for juf', 'usdt for wju', 'wju for juf', 'wju for usdt']);
});

test('the same draws yield the same trades', () => {
  const trade = (): unknown => planMarketTrade(planTrades().pools, createRandom(7));
  expect(trade()).toEqual(trade());
});

test('it trades on the chain until stopped', async () => {
  const { address } = roleAccount('trader');
  const before = await node.getNonce(address);
  const lines: string[] = [];
  const market = startMarket({ url: chain.url, log: (line) => void lines.push(line), pauseMs: [1, 5] });
  await expect.poll(() => node.getNonce(address), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 5);
  await market.stop();
  const stopped = await node.getNonce(address);
  await node.call('evm_mine');
  expect(await node.getNonce(address)).toBe(stopped);
  expect(lines).toEqual([]);
});

/** Trades like the pool, and describes the trade. */
function tradeIn(pools: Pools, random: () => number): string {
  const { pair, tokenIn, tokenOut, amountIn, amountOutMin } = planMarketTrade(pools, random);
  const pool = pools[pair];
  const isBaseIn = pair.toLowerCase().startsWith(tokenIn);
  const [reserveIn, reserveOut] = isBaseIn ? [pool.base, pool.quote] : [pool.quote, pool.base];
  const amountOut = getAmountOut(amountIn, { reserveIn, reserveOut }, 50n);
  expect(amountOut).toBeGreaterThan(amountOutMin);
  pools[pair] = isBaseIn
    ? { base: pool.base + amountIn, quote: pool.quote - amountOut }
    : { base: pool.base - amountOut, quote: pool.quote + amountIn };
  return `${tokenIn} for ${tokenOut}`;
}
