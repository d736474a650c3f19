import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import type { SwapSymbol, SwapToken } from '../../../src/lib/swap/swap-token.ts';

const { juf, usdt, wju } = developmentAddresses;

/** The tokens of the development chain. */
export const tokens: Readonly<Record<SwapSymbol, SwapToken>> = {
  JUF: { symbol: 'JUF', address: juf, decimals: 18 },
  USDT: { symbol: 'USDT', address: usdt, decimals: 6 },
  JU: { symbol: 'JU', address: wju, decimals: 18 },
  WJU: { symbol: 'WJU', address: wju, decimals: 18 },
};
