import { productChain } from '../lib/chain/product-chain.ts';
import { reachProductChain } from '../lib/chain/wallets/reach-product-chain.ts';
import type { WalletErrorCode } from '../lib/chain/wallets/wallet-error.ts';
import { $walletChain, noteWalletChain, type ChainProblem } from './wallet-chain.ts';

/** Asks the wallet to switch to the product chain. */
export async function switchToProductChain(): Promise<void> {
  const state = $walletChain.get();
  if (state.status !== 'WRONG') return;
  const { provider, chainId } = state;
  $walletChain.set({ status: 'SWITCHING_CHAIN', provider, chainId });
  const onStep = (status: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'): void => $walletChain.set({ status, provider, chainId });
  const reached = await reachProductChain(provider, { onStep });
  if (reached.ok) {
    noteWalletChain(provider, productChain.id);
    return;
  }
  const problem = PROBLEMS[reached.error.code] ?? 'FAILED';
  if ($walletChain.get().status !== 'RIGHT') $walletChain.set({ status: 'WRONG', provider, chainId, problem });
}

const PROBLEMS: Partial<Record<WalletErrorCode, ChainProblem>> = {
  USER_REJECTED: 'REFUSED',
  REQUEST_PENDING: 'PENDING',
  TIMEOUT: 'PENDING',
};
