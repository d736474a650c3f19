import { getBlockNumberQueryKey } from '@wagmi/core/query';
import { atom, computed } from 'nanostores';
import { factoryAddress, jufAddress, routerAddress, usdtAddress, wjuAddress } from '../lib/chain/contract-addresses.ts';
import { isHex } from '../lib/chain/is-hex.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { queryClient, wagmiConfig } from '../lib/chain/wagmi-config.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { chainWebSocketUrl } from '../lib/config.ts';
import { hasRoute } from '../lib/swap/judge-swap.ts';
import { keptMarket, type MarketState, type MarketTrouble, withReading, withTrouble } from '../lib/swap/market-state.ts';
import type { Market, MarketAddresses, MarketFacts } from '../lib/swap/market.ts';
import type { SwapSymbol } from '../lib/swap/swap-token.ts';
import { $isSignedIn, $previousAddress } from './session.ts';

const DEFAULT_FEE_BASIS_POINTS = 50;

/** The client of the site's node: simultaneous reads are sent as one batch. */
export const swapClient = wagmiConfig.getClient({ chainId: productChain.id });

/** Null where the operator has not said which tokens these are. */
export const marketAddresses: MarketAddresses | null =
  jufAddress === undefined || usdtAddress === undefined
    ? null
    : { router: routerAddress, factory: factoryAddress, juf: jufAddress, usdt: usdtAddress, wju: wjuAddress };

/** keccak256 of `Sync(uint112,uint112)`, which a Uniswap-V2 pair emits whenever its reserves change. */
const SYNC_TOPIC = '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1';
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** The exchange's state as the market island read it, for code outside that island. */
export const $marketState = atom<MarketState>({ facts: null, market: null, readAtMs: 0, isKept: false, trouble: null });

/** In basis points: 50 until the router's actual fee is known. */
export const $swapFee = computed($marketState, ({ facts }) => Number(facts?.feeBasisPoints ?? DEFAULT_FEE_BASIS_POINTS));

/** The fee on the server, where nothing has been read: a computed store has no initial value there. */
export const firstSwapFee = (): number => DEFAULT_FEE_BASIS_POINTS;

/** The current time in seconds; a deadline adds the chosen minutes to it. */
export const $deadline = computed($marketState, ({ readAtMs, isKept }) => Math.floor(((isKept ? 0 : readAtMs) || Date.now()) / 1_000));

/** The account whose holdings are read. */
export const $marketOwner = computed([$isSignedIn, $previousAddress], (isSignedIn, address): Address | undefined =>
  isSignedIn && isHex(address, 20) ? address : undefined,
);

/** The tokens chosen, by what they are called. */
export const $swapPair = atom<{ from: SwapSymbol; to: SwapSymbol }>({ from: 'USDT', to: 'JUF' });

/** Whether the exchange has liquid pools for the two, directly or via WJU; null while unknown. */
export const $isActivePairing = computed([$marketState, $swapPair], ({ facts, market }, { from, to }) =>
  facts && market ? hasRoute(from, to, facts, market) : null,
);

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

/** Takes what was read, unless the node is behind what is known. */
export function noteMarket(facts: MarketFacts, market: Market, readAtMs: number): void {
  $marketState.set(withReading($marketState.get(), facts, market, readAtMs));
}

export function noteMarketTrouble(trouble: MarketTrouble, isOfOneBlock: boolean, atMs: number): void {
  $marketState.set(withTrouble($marketState.get(), trouble, isOfOneBlock, atMs));
}

/** Shows what an earlier page read, until this one has asked the chain itself. */
export function showKeptMarket(): void {
  const [owner, state] = [$marketOwner.get(), $marketState.get()];
  if (marketAddresses === null || owner === undefined || (state.market !== null && !state.isKept)) return;
  const kept = keptMarket(marketAddresses, owner)?.get();
  if (kept) $marketState.set({ ...kept.data, readAtMs: kept.atMs, isKept: true, trouble: state.trouble });
}

/** For the next page: that is where a person goes when this one is hidden. */
function keepMarket(): void {
  const { facts, market, readAtMs, isKept } = $marketState.get();
  if (facts && market?.holdings && !isKept)
    keptMarket(facts.addresses, market.holdings.owner)?.set({ atMs: readAtMs, data: { facts, market } });
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

/** Reads the exchange at once when reserves move, and when the page is shown again; keeps it when it is hidden. Returns a function that stops it. */
export function watchMarket(): () => void {
  let stopWatching: (() => void) | undefined;
  const refresh = (): void => {
    if (document.hidden) keepMarket();
    else void refreshMarket();
  };
  const stopListening = $marketState.subscribe(({ facts, isKept }) => {
    if (!facts || isKept || stopWatching || chainWebSocketUrl === undefined) return;
    stopWatching = watchReserves(
      chainWebSocketUrl,
      facts.pairs.map(({ pair }) => pair),
      refresh,
    );
  });
  document.addEventListener('visibilitychange', refresh);
  return () => {
    document.removeEventListener('visibilitychange', refresh);
    stopListening();
    stopWatching?.();
  };
}

/**
 * Calls back when reserves change, over the node's WebSocket. Returns an unsubscribe function. A lost connection is reopened with growing pauses; the page
 * polls every few seconds anyway.
 */
function watchReserves(url: string, pairs: readonly Address[], onMoved: () => void): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;

  function connect(): void {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      const params = ['logs', { address: pairs, topics: [SYNC_TOPIC] }];
      socket?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }));
    });
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.includes('"eth_subscription"')) onMoved();
    });
    socket.addEventListener('close', () => {
      if (isStopped) return;
      timer = setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  }

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
