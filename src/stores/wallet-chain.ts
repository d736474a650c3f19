import { atom } from 'nanostores';
import { productChain } from '../lib/chain/product-chain.ts';
import type { Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { closeModal, openModal } from './modals.ts';

/** The chain state of the session's wallet. UNKNOWN: no wallet is attached, for example after a login link. */
export type WalletChain =
  | { status: 'UNKNOWN' }
  | { status: 'RIGHT'; provider: Eip1193Provider }
  | { status: 'WRONG'; provider: Eip1193Provider; chainId: number | undefined; problem: 'REFUSED' | 'FAILED' | null }
  | { status: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'; provider: Eip1193Provider; chainId: number | undefined };

/** Buttons that move value on the chain are disabled unless this is RIGHT. */
export const $walletChain = atom<WalletChain>({ status: 'UNKNOWN' });

/** Records the chain that the wallet reports; a wrong one opens the invalid-chain modal, the right one closes it. */
export function noteWalletChain(provider: Eip1193Provider, chainId: number | undefined): void {
  if (chainId === productChain.id) {
    $walletChain.set({ status: 'RIGHT', provider });
    closeModal('invalid-chain');
    return;
  }
  const { status } = $walletChain.get();
  // While being switched, the wallet passes through other chains.
  if (status === 'SWITCHING_CHAIN' || status === 'ADDING_CHAIN') return;
  $walletChain.set({ status: 'WRONG', provider, chainId, problem: null });
  openModal('invalid-chain');
}
