import { useEffect } from 'react';
import { zeroAddress } from 'viem';
import { getChainId } from 'viem/actions';
import { useBalance, useBlockNumber, useGasPrice, useReadContracts } from 'wagmi';
import { useQuery } from 'wagmi/query';
import { productChain } from '../../lib/chain/product-chain.ts';
import {
  factsOf,
  holdingsOf,
  poolsOf,
  questionsOfFacts,
  questionsOfHoldings,
  questionsOfReserves,
  type Market,
  type MarketFacts,
} from '../../lib/swap/market.ts';
import type { MarketState } from '../../lib/swap/market-state.ts';
import { whenActivated } from '../../lib/when-activated.ts';
import {
  $marketOwner,
  $marketState,
  watchMarket,
  marketAddresses,
  noteMarket,
  noteMarketTrouble,
  showKeptMarket,
  swapClient,
} from '../../stores/swap.ts';
import { useShown } from '../state/use-shown.ts';

const chainId = productChain.id;
const refetchInterval = productChain.pollingIntervalMs;
/** Asked until it is known, and then never again. */
const once = {
  staleTime: Infinity,
  refetchInterval: ({ state }: { state: { data: unknown } }) => state.data === undefined && refetchInterval,
};

/**
 * Reads the exchange, with every beat and when reserves move, and shares it as `$marketState`. Reserves, balances and allowances are those of the
 * block that was read before: what is quoted from one moment is checked against the same.
 */
export function useMarket(): MarketState {
  const facts = useFacts();
  const head = useBlockNumber({ chainId, cacheTime: 0, query: { refetchInterval } });
  const gasPrice = useGasPrice({ chainId, query: { refetchInterval } });
  const atHead = useStateAt(facts.data, head.data);
  const isSilent = facts.isError || head.isError || gasPrice.isError;
  const { pools, holdings } = atHead;
  const isRead = head.data !== undefined && gasPrice.data !== undefined && pools !== undefined && holdings !== undefined;
  const trouble = facts.isOtherChain ? 'OTHER_CHAIN' : isSilent || atHead.isError ? 'UNREACHABLE' : null;
  const beatAtMs = Math.max(head.dataUpdatedAt, head.errorUpdatedAt);
  useEffect(() => {
    if (marketAddresses === null) noteMarketTrouble('NOT_CONFIGURED', false, beatAtMs);
    else if (trouble !== null) noteMarketTrouble(trouble, !isSilent && !facts.isOtherChain, beatAtMs);
    else if (facts.data && isRead) noteMarket(facts.data, marketOf(Number(head.data), gasPrice.data, pools, holdings), beatAtMs);
    // The latest read and its time represent all of them.
  }, [trouble, isSilent, isRead, beatAtMs, atHead.readAtMs]);
  useEffect(watchMarket, []);
  useEffect(() => {
    showKeptMarket();
    // Before a prerendered page is shown, another page may have read it again.
    void whenActivated()?.then(showKeptMarket);
  }, []);
  return useShown($marketState);
}

function marketOf(blockNumber: number, gasPrice: bigint, pools: Market['pools'], holdings: Market['holdings'] | null): Market {
  return { blockNumber, gasPrice, pools, holdings: holdings ?? undefined };
}

interface Facts {
  data: MarketFacts | null;
  isOtherChain: boolean;
  isError: boolean;
}

function useFacts(): Facts {
  const asked = useQuery({ queryKey: ['chainId'], queryFn: () => getChainId(swapClient), ...once });
  const answers = useReadContracts({
    allowFailure: false,
    contracts: marketAddresses ? questionsOfFacts(marketAddresses) : undefined,
    query: { ...once, enabled: marketAddresses !== null },
  });
  return {
    data: marketAddresses && answers.data ? factsOf(marketAddresses, answers.data) : null,
    // Another chain has no such contracts, so what else is answered says nothing then.
    isOtherChain: asked.data !== undefined && asked.data !== chainId,
    isError: asked.isError || answers.isError,
  };
}

interface StateAt {
  pools: Market['pools'] | undefined;
  /** Null where nobody is signed in. */
  holdings: Market['holdings'] | null;
  isError: boolean;
  readAtMs: number;
}

function useStateAt(facts: MarketFacts | null, blockNumber: bigint | undefined): StateAt {
  const owner = useShown($marketOwner);
  const isOwned = owner !== undefined && blockNumber !== undefined;
  // A block may be replaced by another one of the same number, so the latest block is read again. Earlier blocks aren't used any more.
  const query = { gcTime: 0, refetchInterval };
  const reserves = useReadContracts({
    allowFailure: false,
    blockNumber,
    contracts: facts ? questionsOfReserves(facts.pairs) : [],
    query: { ...query, enabled: facts !== null && blockNumber !== undefined },
  });
  const tokens = useReadContracts({
    allowFailure: false,
    blockNumber,
    contracts: marketAddresses ? questionsOfHoldings(marketAddresses, owner ?? zeroAddress) : undefined,
    query: { ...query, enabled: isOwned && marketAddresses !== null },
  });
  const coins = useBalance({ chainId, address: owner, blockNumber, query: { ...query, enabled: isOwned } });
  const held = owner && coins.data && tokens.data && holdingsOf(owner, coins.data.value, tokens.data);
  return {
    pools: facts && reserves.data ? poolsOf(facts.pairs, reserves.data) : undefined,
    holdings: owner === undefined ? null : held,
    isError: reserves.isError || tokens.isError || coins.isError,
    readAtMs: Math.max(reserves.dataUpdatedAt, tokens.dataUpdatedAt, coins.dataUpdatedAt),
  };
}
