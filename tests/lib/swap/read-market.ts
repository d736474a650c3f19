import { createConfig, getBalance, getBlockNumber, getGasPrice, http, readContracts, type Config } from '@wagmi/core';
import { defineChain } from 'viem';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import type { Address } from '../../../src/lib/chain/wallets/eip1193.ts';
import {
  factsOf,
  holdingsOf,
  poolsOf,
  questionsOfFacts,
  questionsOfHoldings,
  questionsOfReserves,
  type Market,
  type MarketAddresses,
  type MarketFacts,
} from '../../../src/lib/swap/market.ts';
import { BUSY_NODE_MS } from './node-wallet.ts';

/** Asks what the swap page asks by wagmi's hooks. */
export async function readMarketFacts(nodeUrl: string, addresses: MarketAddresses): Promise<MarketFacts> {
  const contracts = questionsOfFacts(addresses);
  return factsOf(addresses, await readContracts(configOf(nodeUrl), { allowFailure: false, contracts }));
}

export async function readMarket(nodeUrl: string, { addresses, pairs }: MarketFacts, owner: Address): Promise<Market> {
  const config = configOf(nodeUrl);
  const blockNumber = await getBlockNumber(config, { cacheTime: 0 });
  const [gasPrice, reserves, tokens, coins] = await Promise.all([
    getGasPrice(config),
    readContracts(config, { allowFailure: false, blockNumber, contracts: questionsOfReserves(pairs) }),
    readContracts(config, { allowFailure: false, blockNumber, contracts: questionsOfHoldings(addresses, owner) }),
    getBalance(config, { address: owner, blockNumber }),
  ]);
  return {
    blockNumber: Number(blockNumber),
    gasPrice,
    pools: poolsOf(pairs, reserves),
    holdings: holdingsOf(owner, coins.value, tokens),
  };
}

function configOf(nodeUrl: string): Config {
  const { id, name, nativeCurrency } = productChain;
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [nodeUrl] } } });
  return createConfig({
    chains: [chain],
    transports: { [id]: http(nodeUrl, { batch: true, retryCount: 0, timeout: BUSY_NODE_MS }) },
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
}
