import { erc20Abi, zeroAddress, type Client } from 'viem';
import { getBalance, getBlock, getChainId, getGasPrice, readContract } from 'viem/actions';
import { factoryAbi } from '../chain/abis/factory.ts';
import { pairAbi } from '../chain/abis/pair.ts';
import { routerAbi } from '../chain/abis/router.ts';
import { productChain } from '../chain/product-chain.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import type { Pool } from './pools.ts';
import type { SwapSymbol, SwapToken } from './swap-token.ts';

export interface MarketAddresses {
  router: Address;
  factory: Address;
  juf: Address;
  usdt: Address;
  wju: Address;
}

/** What doesn't change while a page is open. */
export interface MarketFacts {
  addresses: MarketAddresses;
  tokens: Readonly<Record<SwapSymbol, SwapToken>>;
  pairs: readonly Pick<Pool, 'pair' | 'token0' | 'token1'>[];
  /** The router's actual fee, derived from a result of its `getAmountOut`. */
  feeBasisPoints: bigint;
}

/** The exchange and the member's wallet at one block. */
export interface Market {
  blockNumber: number;
  blockTimestamp: number;
  pools: readonly Pool[];
  gasPrice: bigint;
  /** Absent while nobody is signed in. */
  holdings: Holdings | undefined;
}

export interface Holdings {
  owner: Address;
  balances: Readonly<Record<SwapSymbol, bigint>>;
  /** The router's allowance. */
  allowances: Readonly<Record<Exclude<SwapSymbol, 'JU'>, bigint>>;
}

/** The site's node belongs to another chain. */
export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
  readonly code = 'OTHER_CHAIN';
}

const BASIS = 10_000n;
/** A pool so deep that the price doesn't move: the output is the share after the fee, less one unit at most. */
const PROBE_IN = 10n ** 10n;
const PROBE_RESERVE = 10n ** 40n;

export async function readMarketFacts(client: Client, addresses: MarketAddresses): Promise<MarketFacts> {
  const { juf, usdt, wju, router, factory } = addresses;
  const couples = [
    [juf, usdt],
    [wju, usdt],
    [juf, wju],
  ] as const;
  const probe = [PROBE_IN, PROBE_RESERVE, PROBE_RESERVE] as const;
  const decimalsOf = (address: Address): Promise<number> => readContract(client, { address, abi: erc20Abi, functionName: 'decimals' });
  const [chainId, answers] = await Promise.allSettled([
    getChainId(client),
    Promise.all([
      decimalsOf(juf),
      decimalsOf(usdt),
      readContract(client, { address: router, abi: routerAbi, functionName: 'getAmountOut', args: probe }),
      ...couples.map((args) => readContract(client, { address: factory, abi: factoryAbi, functionName: 'getPair', args })),
    ]),
  ]);
  // Another chain lacks these contracts, so its other results are meaningless.
  if (chainId.status === 'fulfilled' && chainId.value !== productChain.id) throw new OtherChainError();
  if (answers.status === 'rejected') throw answers.reason;
  const [ofJuf, ofUsdt, kept, ...pairs] = answers.value;
  const { decimals } = productChain.nativeCurrency;
  return {
    addresses,
    tokens: {
      JUF: { symbol: 'JUF', address: juf, decimals: ofJuf },
      USDT: { symbol: 'USDT', address: usdt, decimals: ofUsdt },
      JU: { symbol: 'JU', address: wju, decimals },
      WJU: { symbol: 'WJU', address: wju, decimals },
    },
    pairs: couples.flatMap((couple, index) => pairOf(pairs[index], couple)),
    feeBasisPoints: BASIS - ((kept + 1n) * BASIS) / PROBE_IN,
  };
}

/** The exchange and the wallet at one moment: the client batches all of it into one request. */
export async function readMarket(client: Client, { addresses, pairs }: MarketFacts, owner: Address | undefined): Promise<Market> {
  const [block, gasPrice, reserves, holdings] = await Promise.all([
    getBlock(client),
    getGasPrice(client),
    Promise.all(pairs.map(({ pair }) => readContract(client, { address: pair, abi: pairAbi, functionName: 'getReserves' }))),
    owner === undefined ? undefined : readHoldings(client, addresses, owner),
  ]);
  return {
    blockNumber: Number(block.number),
    blockTimestamp: Number(block.timestamp),
    gasPrice,
    pools: pairs.map((pair, index) => {
      const [reserve0 = 0n, reserve1 = 0n] = reserves[index] ?? [];
      return { ...pair, reserve0, reserve1 };
    }),
    holdings,
  };
}

async function readHoldings(client: Client, { juf, usdt, wju, router }: MarketAddresses, owner: Address): Promise<Holdings> {
  const held = (address: Address): Promise<bigint> =>
    readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
  const allowed = (address: Address): Promise<bigint> =>
    readContract(client, { address, abi: erc20Abi, functionName: 'allowance', args: [owner, router] });
  const [JU, JUF, USDT, WJU, ofJuf, ofUsdt, ofWju] = await Promise.all([
    getBalance(client, { address: owner }),
    ...([held(juf), held(usdt), held(wju), allowed(juf), allowed(usdt), allowed(wju)] as const),
  ]);
  return { owner, balances: { JUF, USDT, JU, WJU }, allowances: { JUF: ofJuf, USDT: ofUsdt, WJU: ofWju } };
}

/** The exchange sorts a pair's tokens by address; the factory returns the zero address for a missing pair. */
function pairOf(pair: Address | undefined, [one, other]: readonly [Address, Address]): MarketFacts['pairs'] {
  if (pair === undefined || pair === zeroAddress) return [];
  const [token0, token1] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
  return [{ pair, token0, token1 }];
}
