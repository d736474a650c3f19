import type { TradeReserves } from '../chain/exchange-math.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';

/** A pair of the exchange at one moment. */
export interface Pool {
  pair: Address;
  token0: Address;
  token1: Address;
  reserve0: bigint;
  reserve1: bigint;
}

/** The reserves in the direction of a trade; undefined if the exchange has no such pair. */
export function reservesFor(pools: readonly Pool[], tokenIn: Address, tokenOut: Address): TradeReserves | undefined {
  for (const { token0, token1, reserve0, reserve1 } of pools) {
    if (sameAddress(token0, tokenIn) && sameAddress(token1, tokenOut)) return { reserveIn: reserve0, reserveOut: reserve1 };
    if (sameAddress(token1, tokenIn) && sameAddress(token0, tokenOut)) return { reserveIn: reserve1, reserveOut: reserve0 };
  }
  return undefined;
}
