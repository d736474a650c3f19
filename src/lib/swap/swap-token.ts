import type { Address } from '../chain/wallets/eip1193.ts';

/** A token of the swap page. JU is the native coin and trades at the exchange as WJU, one to one. */
export type SwapSymbol = 'JUF' | 'USDT' | 'JU' | 'WJU';

export interface SwapToken {
  symbol: SwapSymbol;
  /** For JU, that of WJU, since the exchange only knows that. */
  address: Address;
  decimals: number;
}

/** Whether it enters and leaves the wallet as the chain's native coin. */
export function isNative({ symbol }: SwapToken): boolean {
  return symbol === 'JU';
}
