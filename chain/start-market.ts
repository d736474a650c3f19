import { setTimeout as wait } from 'node:timers/promises';
import { decodeFunctionResult, encodeFunctionData, isHex, maxUint256 } from 'viem';

import { pairAbi } from '../src/lib/chain/abis/pair.ts';
import { routerAbi } from '../src/lib/chain/abis/router.ts';
import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import type { Log } from '../processes/child-process.ts';
import { createNodeClient, type NodeClient, signTransactions } from './node-client.ts';
import { type MarketPool, planMarketTrade } from './plan-market-trade.ts';
import { createRandom, type PairName, type TokenName } from './plan-trades.ts';
import { roleAccount } from './role-accounts.ts';

export interface MarketOptions {
  url: string;
  log: Log;
  /** Minimum and maximum pause between two trades. */
  pauseMs?: readonly [least: number, most: number];
}

export interface DevelopmentMarket {
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Each trade keeps the chain busy for two minutes, and each block makes the saved chain longer. */
const PAUSE_MS = [3 * MINUTE_MS, 8 * MINUTE_MS] as const;
const SEED = 0x6d61726b;

/** Trades a little now and then on the embedded chain, so that prices and charts move. */
export function startMarket({ url, log, pauseMs = PAUSE_MS }: MarketOptions): DevelopmentMarket {
  const node = createNodeClient(url);
  const abort = new AbortController();
  const running = run();
  return {
    stop: () => {
      abort.abort();
      return running;
    },
  };

  async function run(): Promise<void> {
    let random = createRandom(SEED);
    let isFirst = true;
    for (;;) {
      const rest = pauseMs[0] + (random() / 2 ** 32) * (pauseMs[1] - pauseMs[0]);
      // Stopped: nothing left to wait for.
      if (!(await wait(rest, true, { signal: abort.signal }).catch(() => false))) return;
      try {
        const nonce = await node.getNonce(roleAccount('trader').address);
        // A restarted market continues with different draws.
        if (isFirst) random = createRandom(SEED ^ nonce);
        isFirst = false;
        await tradeOnce(node, nonce, random);
      } catch (error) {
        log(`The development market could not trade: ${String(error)}`);
      }
    }
  }
}

async function tradeOnce(node: NodeClient, nonce: number, random: () => number): Promise<void> {
  const { pairs, router } = developmentAddresses;
  const trader = roleAccount('trader');
  const { tokenIn, tokenOut, amountIn, amountOutMin } = planMarketTrade(
    {
      jufUsdt: await readPool(node, pairs.jufUsdt, 'juf', 'usdt'),
      wjuUsdt: await readPool(node, pairs.wjuUsdt, 'wju', 'usdt'),
      jufWju: await readPool(node, pairs.jufWju, 'juf', 'wju'),
    } satisfies Record<PairName, MarketPool>,
    random,
  );
  const path = [developmentAddresses[tokenIn], developmentAddresses[tokenOut]];
  const args = [amountIn, amountOutMin, path, trader.address, maxUint256] as const;
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args });
  for (const signed of await signTransactions(trader, nonce, [{ to: router, data, gas: 250_000n }])) {
    // Until it's in a block, the next trade would take the same nonce, and a stopped market would still trade.
    if ((await node.sendRawTransactionSync(signed)) === 'reverted') throw new Error('the exchange undid it');
  }
}

async function readPool(node: NodeClient, pair: `0x${string}`, base: TokenName, quote: TokenName): Promise<MarketPool> {
  const getReserves = { abi: pairAbi, functionName: 'getReserves' } as const;
  const answer = await node.call('eth_call', { to: pair, data: encodeFunctionData(getReserves) }, 'latest');
  if (!isHex(answer)) throw new Error('the node answered with something else than reserves');
  const [reserve0, reserve1] = decodeFunctionResult({ ...getReserves, data: answer });
  // A pair orders its tokens by address.
  const isBaseFirst = BigInt(developmentAddresses[base]) < BigInt(developmentAddresses[quote]);
  return isBaseFirst ? { base: reserve0, quote: reserve1 } : { base: reserve1, quote: reserve0 };
}
