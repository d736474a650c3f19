import { atom, computed } from 'nanostores';
import { productChain } from '../lib/chain/product-chain.ts';
import { wagmiConfig } from '../lib/chain/wagmi-config.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { factoryAddress, jufAddress, routerAddress, usdtAddress, wjuAddress } from '../lib/chain/contract-addresses.ts';
import { chainWebSocketUrl } from '../lib/config.ts';
import { hearReserves } from '../lib/swap/exchange-news.ts';
import { reservesFor } from '../lib/swap/pools.ts';
import {
  OtherChainError,
  readMarket,
  readMarketFacts,
  type Market,
  type MarketAddresses,
  type MarketFacts,
} from '../lib/swap/read-market.ts';
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

const DEFAULT_FEE_BASIS_POINTS = 50n;
/** One of several nodes may be behind for a moment; one that stays behind is believed. */
const BEHIND_AT_MOST = 3;

/** The client of the site's node: simultaneous reads are sent as one batch. */
export const swapClient = wagmiConfig.getClient({ chainId: productChain.id });

export const $marketState = atom<MarketState>({ facts: null, market: null, readAtMs: 0, trouble: null });

/** In basis points: 50 until the router's actual fee is known. */
export const $swapFee = computed($marketState, ({ facts }) => Number(facts?.feeBasisPoints ?? DEFAULT_FEE_BASIS_POINTS));

/** The current time in seconds; a deadline adds the chosen minutes to it. */
export const $deadline = computed($marketState, ({ readAtMs }) => Math.floor((readAtMs || Date.now()) / 1_000));

/** The chosen tokens, by symbol. */
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

let isReading = false;
let isWanted = false;
let timesBehind = 0;

/** Reads the exchange now; calls during a read cause one more read afterwards. */
export async function refreshMarket(): Promise<void> {
  isWanted = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isWanted) {
      isWanted = false;
      await readOnce();
    }
  } finally {
    isReading = false;
  }
}

/** Refreshes the exchange while the page is visible: every 4 s, and at once when reserves change. Returns a function that stops it. */
export function startMarket(): () => void {
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
  const stopOwner = $previousAddress.listen(refresh);
  refresh();
  const timer = setInterval(refresh, productChain.pollingIntervalMs);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
    stopListening();
    stopOwner();
    stopHearing?.();
  };
}

async function readOnce(): Promise<void> {
  const addresses = configured();
  const before = $marketState.get();
  if (addresses === null) {
    $marketState.set({ ...before, trouble: 'NOT_CONFIGURED' });
    return;
  }
  try {
    const facts = before.facts ?? (await readMarketFacts(swapClient, addresses));
    const market = await readMarket(swapClient, facts, ownerNow());
    if (isBehind(market, before.market)) return;
    $marketState.set({ facts, market, readAtMs: Date.now(), trouble: null });
  } catch (error) {
    $marketState.set({ ...$marketState.get(), trouble: error instanceof OtherChainError ? 'OTHER_CHAIN' : 'UNREACHABLE' });
  }
}

function isBehind(market: Market, before: Market | null): boolean {
  const isOld = before !== null && market.blockNumber < before.blockNumber;
  timesBehind = isOld ? timesBehind + 1 : 0;
  return isOld && timesBehind <= BEHIND_AT_MOST;
}

function ownerNow(): Address | undefined {
  const address = $isSignedIn.get() ? $previousAddress.get() : undefined;
  return address !== undefined && /^0x[0-9a-f]{40}$/i.test(address) ? `0x${address.slice(2)}` : undefined;
}

function configured(): MarketAddresses | null {
  if (jufAddress === undefined || usdtAddress === undefined) return null;
  return { router: routerAddress, factory: factoryAddress, juf: jufAddress, usdt: usdtAddress, wju: wjuAddress };
}
