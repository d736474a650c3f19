import { mulDivFloor } from '../../lib/amount.ts';
import { reservesFor } from '../../lib/swap/pools.ts';
import type { Market, MarketFacts } from '../../lib/swap/market.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';

/** An amount's worth in base units of USDT at the exchange's current price, without fee or impact; null if it has no pair of the two. */
export function worthInUsdt(amount: bigint, symbol: SwapSymbol, { tokens, addresses }: MarketFacts, { pools }: Market): bigint | null {
  if (symbol === 'USDT') return amount;
  const address = symbol === 'JUF' ? tokens.JUF.address : addresses.wju;
  const reserves = reservesFor(pools, address, tokens.USDT.address);
  return reserves && reserves.reserveIn > 0n ? mulDivFloor(amount, reserves.reserveOut, reserves.reserveIn) : null;
}
