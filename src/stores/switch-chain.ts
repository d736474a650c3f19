import { productChain } from '../lib/chain/product-chain.ts';
import { reachProductChain } from '../lib/chain/wallets/reach-product-chain.ts';
import { $walletChain, noteWalletChain } from './wallet-chain.ts';

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
  const problem = reached.error.code === 'USER_REJECTED' ? 'REFUSED' : 'FAILED';
  if ($walletChain.get().status !== 'RIGHT') $walletChain.set({ status: 'WRONG', provider, chainId, problem });
}
