import type { Address } from '../chain/wallets/eip1193.ts';

/** What the swap page trades. JU is the native coin and trades at the exchange as WJU, one for one. */
export type SwapSymbol = 'JUF' | 'USDT' | 'JU' | 'WJU';

export interface SwapToken {
  symbol: SwapSymbol;
  /** For JU, that of WJU: the exchange knows no other. */
  address: Address;
  decimals: number;
}

/** Whether it leaves and reaches the wallet as the chain's own coin. */
export function isNative({ symbol }: SwapToken): boolean {
  return symbol === 'JU';
}
