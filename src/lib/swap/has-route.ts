import type { Market, MarketFacts } from './market.ts';
import { reservesFor } from './pools.ts';
import type { SwapSymbol } from './swap-token.ts';

type Address = MarketFacts['addresses']['wju'];

/** Whether the exchange has liquid pools for the two tokens, directly or via WJU. A token always has a route to itself, as JU to WJU. */
export function hasRoute(from: SwapSymbol, to: SwapSymbol, { tokens, addresses: { wju } }: MarketFacts, { pools }: Market): boolean {
  const [tokenIn, tokenOut] = [tokens[from].address, tokens[to].address];
  const holds = (one: Address, other: Address): boolean => {
    const reserves = reservesFor(pools, one, other);
    return reserves !== undefined && reserves.reserveIn > 0n && reserves.reserveOut > 0n;
  };
  return tokenIn === tokenOut || holds(tokenIn, tokenOut) || (holds(tokenIn, wju) && holds(wju, tokenOut));
}
