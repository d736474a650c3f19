import { erc20Abi, zeroAddress } from 'viem';
import { BASIS_POINTS } from '../basis-points.ts';
import { pairAbi } from '../chain/abis/pair.ts';
import { factoryAbi } from '../chain/abis/factory.ts';
import { routerAbi } from '../chain/abis/router.ts';
import { productChain } from '../chain/product-chain.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import type { Pool } from './quote-swap.ts';
import type { SwapSymbol, SwapToken } from './swap-token.ts';

export interface MarketAddresses {
  router: Address;
  factory: Address;
  juf: Address;
  usdt: Address;
  wju: Address;
}

/** Facts that don't change while a page is open. */
export interface MarketFacts {
  addresses: MarketAddresses;
  tokens: Readonly<Record<SwapSymbol, SwapToken>>;
  pairs: readonly Pick<Pool, 'pair' | 'token0' | 'token1'>[];
  /** The router's actual fee, derived from its `getAmountOut`. */
  feeBasisPoints: bigint;
}

/** The exchange and the member's wallet as they stood at one block. */
export interface Market {
  blockNumber: number;
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

/** A pool so deep that the price doesn't move: the output is the input less the fee, and at most one unit less than that. */
const PROBE_IN = 10n ** 10n;
const PROBE_RESERVE = 10n ** 40n;
const chainId = productChain.id;

/** Reads for the facts that don't change. */
export function questionsOfFacts({ juf, usdt, wju, router, factory }: MarketAddresses) {
  const ofFactory = { chainId, address: factory, abi: factoryAbi, functionName: 'getPair' } as const;
  return [
    { chainId, address: juf, abi: erc20Abi, functionName: 'decimals' },
    { chainId, address: usdt, abi: erc20Abi, functionName: 'decimals' },
    { chainId, address: router, abi: routerAbi, functionName: 'getAmountOut', args: [PROBE_IN, PROBE_RESERVE, PROBE_RESERVE] },
    { ...ofFactory, args: [juf, usdt] },
    { ...ofFactory, args: [wju, usdt] },
    { ...ofFactory, args: [juf, wju] },
  ] as const;
}

export function factsOf(
  addresses: MarketAddresses,
  [ofJuf, ofUsdt, kept, ofJufAndUsdt, ofWjuAndUsdt, ofJufAndWju]: readonly [number, number, bigint, Address, Address, Address],
): MarketFacts {
  const { juf, usdt, wju } = addresses;
  const { decimals } = productChain.nativeCurrency;
  return {
    addresses,
    tokens: {
      JUF: { symbol: 'JUF', address: juf, decimals: ofJuf },
      USDT: { symbol: 'USDT', address: usdt, decimals: ofUsdt },
      JU: { symbol: 'JU', address: wju, decimals },
      WJU: { symbol: 'WJU', address: wju, decimals },
    },
    pairs: [...pairOf(ofJufAndUsdt, [juf, usdt]), ...pairOf(ofWjuAndUsdt, [wju, usdt]), ...pairOf(ofJufAndWju, [juf, wju])],
    feeBasisPoints: BASIS_POINTS - ((kept + 1n) * BASIS_POINTS) / PROBE_IN,
  };
}

export function questionsOfReserves(pairs: MarketFacts['pairs']) {
  return pairs.map(({ pair }) => ({ chainId, address: pair, abi: pairAbi, functionName: 'getReserves' }) as const);
}

export function poolsOf(pairs: MarketFacts['pairs'], reserves: readonly (readonly [bigint, bigint, number])[]): Pool[] {
  return pairs.map((pair, index) => {
    const [reserve0 = 0n, reserve1 = 0n] = reserves[index] ?? [];
    return { ...pair, reserve0, reserve1 };
  });
}

/** Asks for balances and allowances of all tokens but JU, which has no contract. */
export function questionsOfHoldings({ juf, usdt, wju, router }: MarketAddresses, owner: Address) {
  const held = { chainId, abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const;
  const allowed = { chainId, abi: erc20Abi, functionName: 'allowance', args: [owner, router] } as const;
  return [
    { ...held, address: juf },
    { ...held, address: usdt },
    { ...held, address: wju },
    { ...allowed, address: juf },
    { ...allowed, address: usdt },
    { ...allowed, address: wju },
  ] as const;
}

export function holdingsOf(
  owner: Address,
  JU: bigint,
  [JUF, USDT, WJU, ofJuf, ofUsdt, ofWju]: readonly [bigint, bigint, bigint, bigint, bigint, bigint],
): Holdings {
  return { owner, balances: { JUF, USDT, JU, WJU }, allowances: { JUF: ofJuf, USDT: ofUsdt, WJU: ofWju } };
}

/** The exchange orders a pair's tokens by address. For a pair that doesn't exist, the factory returns the zero address. */
function pairOf(pair: Address, [one, other]: readonly [Address, Address]): MarketFacts['pairs'] {
  if (pair === zeroAddress) return [];
  const [token0, token1] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
  return [{ pair, token0, token1 }];
}
