import { productChain } from '../product-chain.ts';
import type { Address, Eip1193Provider } from './eip1193.ts';
import { readAccounts, readChainId, sameAddress } from './read-answer.ts';
import { requestWithin } from './request-within.ts';

/**
 * Whether a wallet would send from this account on the product's chain, asked right before it is told to: it may have been switched while
 * nobody listened. Throws what the wallet throws, and WalletError TIMEOUT.
 */
export async function lookAtWallet(wallet: Eip1193Provider, owner: Address): Promise<'READY' | 'WRONG_CHAIN' | 'WRONG_ACCOUNT'> {
  const [chainId, accounts] = await Promise.all([
    requestWithin(wallet, { method: 'eth_chainId' }),
    requestWithin(wallet, { method: 'eth_accounts' }),
  ]);
  if (readChainId(chainId) !== productChain.id) return 'WRONG_CHAIN';
  const [account] = readAccounts(accounts);
  return account !== undefined && sameAddress(account, owner) ? 'READY' : 'WRONG_ACCOUNT';
}
