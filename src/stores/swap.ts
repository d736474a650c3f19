import { getBlockNumberQueryKey } from '@wagmi/core/query';
import { atom, computed } from 'nanostores';
import { isHex } from '../lib/chain/is-hex.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { queryClient } from '../lib/chain/query-client.ts';
import { wagmiConfig } from '../lib/chain/wagmi-config.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { factoryAddress, jufAddress, routerAddress, usdtAddress, wjuAddress } from '../lib/chain/contract-addresses.ts';
import { chainWebSocketUrl } from '../lib/config.ts';
import { hearReserves } from '../lib/swap/exchange-news.ts';
import type { Market, MarketAddresses, MarketFacts } from '../lib/swap/market.ts';
import { reservesFor } from '../lib/swap/pools.ts';
import type { SwapSymbol } from '../lib/swap/swap-token.ts';
import { $isSignedIn, $previousAddress } from './session.ts';

/** The exchange as known to the page. */
export interface MarketState {
  facts: MarketFacts | null;
  market: Market | null;
  /** When it was last read, in ms since the epoch. */
  readAtMs: number;
  trouble: MarketTrouble | null;
}

export type MarketTrouble =
  /** The node doesn't answer, or not in time. */
  | 'UNREACHABLE'
  /** The site's node belongs to another chain. */
  | 'OTHER_CHAIN'
  /** The operator hasn't configured the tokens' addresses. */
  | 'NOT_CONFIGURED';

const DEFAULT_FEE_BASIS_POINTS = 50;
/** A node that is one of several may stand behind for a moment; one that stays behind is believed. */
const BEHIND_AT_MOST_MS = 3 * productChain.pollingIntervalMs;

/** The client of the site's node: simultaneous reads are sent as one batch. */
export const swapClient = wagmiConfig.getClient({ chainId: productChain.id });

/** Null where the operator has not said which tokens these are. */
export const marketAddresses: MarketAddresses | null =
  jufAddress === undefined || usdtAddress === undefined
    ? null
    : { router: routerAddress, factory: factoryAddress, juf: jufAddress, usdt: usdtAddress, wju: wjuAddress };

/** What the island read that draws the exchange, for all that isn't its child. */
export const $marketState = atom<MarketState>({ facts: null, market: null, readAtMs: 0, trouble: null });

/** In basis points: 50 until the router's actual fee is known. */
export const $swapFee = computed($marketState, ({ facts }) => Number(facts?.feeBasisPoints ?? DEFAULT_FEE_BASIS_POINTS));

/** The fee on the server, where nothing has been read: a computed store has no initial value there. */
export const firstSwapFee = (): number => DEFAULT_FEE_BASIS_POINTS;

/** The current time in seconds; a deadline adds the chosen minutes to it. */
export const $deadline = computed($marketState, ({ readAtMs }) => Math.floor((readAtMs || Date.now()) / 1_000));

/** Whose holdings are read. */
export const $marketOwner = computed([$isSignedIn, $previousAddress], (isSignedIn, address): Address | undefined =>
  isSignedIn && isHex(address, 20) ? address : undefined,
);

/** The tokens chosen, by what they are called. */
export const $swapPair = atom<{ from: SwapSymbol; to: SwapSymbol }>({ from: 'USDT', to: 'JUF' });

/** Whether the exchange has liquid pools for the two, directly or via WJU; null while unknown. */
export const $isActivePairing = computed([$marketState, $swapPair], ({ facts, market }, { from, to }) => {
  if (!facts || !market) return null;
  const [tokenIn, tokenOut, { wju }] = [facts.tokens[from].address, facts.tokens[to].address, facts.addresses];
  const holds = (one: Address, other: Address): boolean => {
    const reserves = reservesFor(market.pools, one, other);
    return reserves !== undefined && reserves.reserveIn > 0n && reserves.reserveOut > 0n;
  };
  return tokenIn === tokenOut || holds(tokenIn, tokenOut) || (holds(tokenIn, wju) && holds(wju, tokenOut));
});

/** JUF, USDT and JU, each with its contract; JU with that of WJU. */
export const $tokenList = atom<readonly { symbol: SwapSymbol; address: Address }[]>(
  (
    [
      { symbol: 'JUF', address: jufAddress },
      { symbol: 'USDT', address: usdtAddress },
      { symbol: 'JU', address: wjuAddress },
    ] as const
  ).flatMap(({ symbol, address }) => (address === undefined ? [] : [{ symbol, address }])),
);

/** Takes what was read, unless the node stands behind what is known. */
export function noteMarket(facts: MarketFacts, market: Market, readAtMs: number): void {
  const before = $marketState.get();
  const isOld = before.market !== null && market.blockNumber < before.market.blockNumber;
  if (isOld && readAtMs - before.readAtMs <= BEHIND_AT_MOST_MS) return;
  $marketState.set({ facts, market, readAtMs, trouble: null });
}

/** A node that doesn't know a block yet which another one has may catch up; what cannot be read at all is told at once. */
export function noteMarketTrouble(trouble: MarketTrouble, isOfOneBlock: boolean, atMs: number): void {
  const before = $marketState.get();
  if (isOfOneBlock && atMs - before.readAtMs <= BEHIND_AT_MOST_MS) return;
  $marketState.set({ ...before, trouble });
}

let isReading = false;
let isWanted = false;

/** Asks for the chain's head now, and so for all that is read at it; what is asked for meanwhile is asked for once more afterwards. */
export async function refreshMarket(): Promise<void> {
  isWanted = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isWanted) {
      isWanted = false;
      await queryClient.refetchQueries({ queryKey: getBlockNumberQueryKey({ chainId: productChain.id }), type: 'active' });
    }
  } finally {
    isReading = false;
  }
}

/** Has the exchange read at once when reserves move, and when the page is seen again. Gives back how to stop. */
export function hearOfMarket(): () => void {
  let stopHearing: (() => void) | undefined;
  const refresh = (): void => {
    if (!document.hidden) void refreshMarket();
  };
  const stopListening = $marketState.subscribe(({ facts }) => {
    if (!facts || stopHearing || chainWebSocketUrl === undefined) return;
    stopHearing = hearReserves(
      chainWebSocketUrl,
      facts.pairs.map(({ pair }) => pair),
      refresh,
    );
  });
  document.addEventListener('visibilitychange', refresh);
  return () => {
    document.removeEventListener('visibilitychange', refresh);
    stopListening();
    stopHearing?.();
  };
}
