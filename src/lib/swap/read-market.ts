import { addressOfWord, decodeWords, encodeWords, selectors } from '../chain/abi-words.ts';
import { RpcError, type JsonRpc, type RpcAnswer, type RpcCall } from '../chain/json-rpc.ts';
import { productChain } from '../chain/product-chain.ts';
import { readQuantity } from '../chain/read-quantity.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import type { Pool } from './pools.ts';
import type { SwapSymbol, SwapToken } from './swap-token.ts';

export interface MarketAddresses {
  router: Address;
  factory: Address;
  juf: Address;
  usdt: Address;
  wju: Address;
}

/** What does not change while a page is open. */
export interface MarketFacts {
  addresses: MarketAddresses;
  tokens: Readonly<Record<SwapSymbol, SwapToken>>;
  pairs: readonly Pick<Pool, 'pair' | 'token0' | 'token1'>[];
  /** What the router really takes, derived from an answer of its `getAmountOut`. */
  feeBasisPoints: bigint;
}

/** The exchange and the member's wallet as they stood at one block. */
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
  /** What the router may take. */
  allowances: Readonly<Record<Exclude<SwapSymbol, 'JU'>, bigint>>;
}

/** The site's node belongs to another chain. */
export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
  readonly code = 'OTHER_CHAIN';
}

const BASIS = 10_000n;
/** So deep a pool that the price does not move: what comes out is the share that is kept, less one unit at most. */
const PROBE_IN = 10n ** 10n;
const PROBE_RESERVE = 10n ** 40n;

export async function readMarketFacts(rpc: JsonRpc, addresses: MarketAddresses): Promise<MarketFacts> {
  const { juf, usdt, wju, router, factory } = addresses;
  const couples = [
    [juf, usdt],
    [wju, usdt],
    [juf, wju],
  ] as const;
  const [chainId, ofJuf, ofUsdt, probe, ...pairs] = await rpc.batch([
    { method: 'eth_chainId' },
    read(juf, encodeWords(selectors.decimals)),
    read(usdt, encodeWords(selectors.decimals)),
    read(router, encodeWords(selectors.getAmountOut, PROBE_IN, PROBE_RESERVE, PROBE_RESERVE)),
    ...couples.map(([one, other]) => read(factory, encodeWords(selectors.getPair, one, other))),
  ]);
  if (readQuantity(resultOf(chainId)) !== BigInt(productChain.id)) throw new OtherChainError();
  return {
    addresses,
    tokens: {
      JUF: { symbol: 'JUF', address: juf, decimals: Number(wordOf(ofJuf)) },
      USDT: { symbol: 'USDT', address: usdt, decimals: Number(wordOf(ofUsdt)) },
      JU: { symbol: 'JU', address: wju, decimals: productChain.nativeCurrency.decimals },
      WJU: { symbol: 'WJU', address: wju, decimals: productChain.nativeCurrency.decimals },
    },
    pairs: couples.flatMap((couple, index) => pairOf(wordOf(pairs[index]), couple)),
    feeBasisPoints: BASIS - ((wordOf(probe) + 1n) * BASIS) / PROBE_IN,
  };
}

/** One round trip, whatever is asked for. */
export async function readMarket(rpc: JsonRpc, { addresses, pairs }: MarketFacts, owner: Address | undefined): Promise<Market> {
  const [block, gasPrice, ...answers] = await rpc.batch([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice' },
    ...pairs.map(({ pair }) => read(pair, encodeWords(selectors.getReserves))),
    ...(owner === undefined ? [] : holdingsCalls(addresses, owner)),
  ]);
  const pools = pairs.map((pair, index) => {
    const [reserve0 = 0n, reserve1 = 0n] = decodeWords(resultOf(answers[index]), 2);
    return { ...pair, reserve0, reserve1 };
  });
  return {
    ...readBlock(resultOf(block)),
    gasPrice: readQuantity(resultOf(gasPrice)),
    pools,
    holdings: owner === undefined ? undefined : readHoldings(owner, answers.slice(pairs.length)),
  };
}

function holdingsCalls({ juf, usdt, wju, router }: MarketAddresses, owner: Address): RpcCall[] {
  const held = [juf, usdt, wju];
  return [
    { method: 'eth_getBalance', params: [owner, 'latest'] },
    ...held.map((token) => read(token, encodeWords(selectors.balanceOf, owner))),
    ...held.map((token) => read(token, encodeWords(selectors.allowance, owner, router))),
  ];
}

function readHoldings(owner: Address, [ju, ...words]: readonly (RpcAnswer | undefined)[]): Holdings {
  const [juf = 0n, usdt = 0n, wju = 0n, ofJuf = 0n, ofUsdt = 0n, ofWju = 0n] = words.map(wordOf);
  return {
    owner,
    balances: { JUF: juf, USDT: usdt, JU: readQuantity(resultOf(ju)), WJU: wju },
    allowances: { JUF: ofJuf, USDT: ofUsdt, WJU: ofWju },
  };
}

/** The exchange orders a pair's tokens by their addresses; the zero address is what the factory says of a pair that is not there. */
function pairOf(word: bigint, [one, other]: readonly [Address, Address]): MarketFacts['pairs'] {
  if (word === 0n) return [];
  const [token0, token1] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
  return [{ pair: addressOfWord(word), token0, token1 }];
}

function readBlock(block: unknown): Pick<Market, 'blockNumber' | 'blockTimestamp'> {
  if (typeof block !== 'object' || block === null || !('number' in block) || !('timestamp' in block)) throw new RpcError('UNREACHABLE');
  return { blockNumber: Number(readQuantity(block.number)), blockTimestamp: Number(readQuantity(block.timestamp)) };
}

function read(to: Address, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] };
}

function wordOf(answer: RpcAnswer | undefined): bigint {
  return decodeWords(resultOf(answer), 1)[0] ?? 0n;
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  if (!answer?.ok) throw answer?.error ?? new RpcError('UNREACHABLE');
  return answer.result;
}
