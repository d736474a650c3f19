import { jufAddress, usdtAddress } from '../chain/contract-addresses.ts';
import { createJsonRpc } from '../chain/json-rpc.ts';
import { chainRpcUrl } from '../config.ts';
import { type HeldToken, readWalletBalances } from './read-wallet-balances.ts';

export type Held = HeldToken<'JUF' | 'USDT' | 'JU'>[];

const TOKENS = [
  { token: 'USDT', contract: usdtAddress },
  { token: 'JUF', contract: jufAddress },
  { token: 'JU', contract: null },
] as const;

/** What an address holds on the chain of the tokens that this site knows. */
export function readHeld(owner: string): Promise<Held> {
  const known = TOKENS.flatMap(({ token, contract }) => (contract === undefined ? [] : [{ token, contract }]));
  return readWalletBalances(createJsonRpc(chainRpcUrl), owner, known);
}
