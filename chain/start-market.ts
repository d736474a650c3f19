import { setTimeout as wait } from 'node:timers/promises';
import { decodeFunctionResult, encodeFunctionData, isHex, maxUint256 } from 'viem';
import type { Log } from '../processes/child-process.ts';
import { pairAbi } from '../src/lib/chain/abis/pair.ts';
import { routerAbi } from '../src/lib/chain/abis/router.ts';
import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import { getAmountOut } from '../src/lib/chain/exchange-math.ts';
import { createNodeClient, type NodeClient, signTransactions } from './node-client.ts';
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

const FEE_BASIS_POINTS = 50n;
const ONE = 10n ** 18n;
const SCALE = 10n ** 30n;
/** How far a price may be pushed from its anchor, in parts per million: well below what would stop the provider's sales. */
const REACH_PPM = 8_000;
const PPM = 1_000_000n;

const KINDS: readonly Kind[] = [
  { pair: 'jufUsdt', base: 'juf', quote: 'usdt', anchor: (42n * 10n ** 4n * SCALE) / ONE, size: [20_000_000n, 400_000_000n], weight: 6 },
  { pair: 'wjuUsdt', base: 'wju', quote: 'usdt', anchor: (84n * 10n ** 3n * SCALE) / ONE, size: [10_000_000n, 150_000_000n], weight: 2 },
  { pair: 'jufWju', base: 'juf', quote: 'wju', anchor: null, size: [100n * ONE, 1_500n * ONE], weight: 2 },
];

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

/** A pool's reserves; `base` is the first token of the pair's name. */
export interface MarketPool {
  base: bigint;
  quote: bigint;
}

interface MarketTrade {
  pair: PairName;
  tokenIn: TokenName;
  tokenOut: TokenName;
  amountIn: bigint;
  /** Less than what the pool would pay now, since someone may trade in between. */
  amountOutMin: bigint;
}

interface Kind {
  pair: PairName;
  base: TokenName;
  quote: TokenName;
  /**
   * The price to wander around, in base units of the quote per base unit of the base, times 10^30; null if it follows from the other two
   * pools.
   */
  anchor: bigint | null;
  /** Minimum and maximum payment, in the quote's base units. */
  size: readonly [least: bigint, most: bigint];
  weight: number;
}

/** The next small trade: moves a price towards its current target, so that prices wander but never run away. */
export function planMarketTrade(pools: Readonly<Record<PairName, MarketPool>>, random: () => number): MarketTrade {
  const { pair, base, quote, anchor, size } = pick(random);
  const pool = pools[pair];
  const drawnTo = ((anchor ?? crossPrice(pools)) * (PPM + BigInt((random() % (2 * REACH_PPM + 1)) - REACH_PPM))) / PPM;
  const worth = size[0] + (BigInt(random()) * (size[1] - size[0])) / 2n ** 32n;
  const isCheap = pool.quote * SCALE < pool.base * drawnTo;
  const [tokenIn, tokenOut] = isCheap ? [quote, base] : [base, quote];
  const amountIn = isCheap ? worth : (worth * pool.base) / pool.quote;
  const reserves = isCheap ? { reserveIn: pool.quote, reserveOut: pool.base } : { reserveIn: pool.base, reserveOut: pool.quote };
  return { pair, tokenIn, tokenOut, amountIn, amountOutMin: (getAmountOut(amountIn, reserves, FEE_BASIS_POINTS) * 99n) / 100n };
}

function crossPrice({ jufUsdt, wjuUsdt }: Readonly<Record<PairName, MarketPool>>): bigint {
  return (jufUsdt.quote * wjuUsdt.base * SCALE) / (jufUsdt.base * wjuUsdt.quote);
}

function pick(random: () => number): Kind {
  const deck = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const picked = deck[random() % deck.length];
  if (picked === undefined) throw new RangeError('There is nothing to trade');
  return picked;
}
