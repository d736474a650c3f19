import type { Clock } from '../../src/lib/clock.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database } from '../db/database.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Exchange } from './exchange.ts';
import { createPairReader } from './pair-reader.ts';
import { createPostgresPriceStore } from './postgres-price-store.ts';
import { createPriceSource, type PriceFeed } from './price-source.ts';

export interface PriceSourceParts {
  exchange: Exchange;
  database: Database;
  clock: Clock;
  rpcUrl: RpcSource;
  chainId: number;
  chainTimeoutMs?: number | undefined;
}

/** An exchange's prices, read from the chain's node and stored in the database. */
export function openPriceSource({ exchange, database, rpcUrl, chainId, chainTimeoutMs, ...rest }: PriceSourceParts): PriceFeed {
  const { tokens, pairs, fromBlock, minDepthUsdt } = exchange;
  return createPriceSource({
    ...rest,
    store: createPostgresPriceStore(database),
    reader: createPairReader({ rpcUrl, chainId, ...(chainTimeoutMs === undefined ? {} : { timeoutMs: chainTimeoutMs }) }),
    pairs,
    tokens: {
      juf: { token: tokens.juf, decimals: tokenDecimals.JUF },
      wju: { token: tokens.wju, decimals: tokenDecimals.JU },
      usdt: { token: tokens.usdt, decimals: tokenDecimals.USDT },
    },
    fromBlock,
    ...(minDepthUsdt === undefined ? {} : { minDepthUsdt }),
  });
}
