import { atom } from 'nanostores';
import { productChain } from '../lib/chain/product-chain.ts';
import type { Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { closeModal, openModal } from './modals.ts';

/** Where the wallet of a session stands. UNKNOWN: no wallet was attached, as after a login link. */
export type WalletChain =
  | { status: 'UNKNOWN' }
  | { status: 'RIGHT'; provider: Eip1193Provider }
  | { status: 'WRONG'; provider: Eip1193Provider; chainId: number | undefined; problem: 'REFUSED' | 'FAILED' | null }
  | { status: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'; provider: Eip1193Provider; chainId: number | undefined };

/** Buttons that move value on the chain wait while this is not RIGHT. */
export const $walletChain = atom<WalletChain>({ status: 'UNKNOWN' });

/** Notes the chain the wallet reports; a wrong one opens the invalid-chain modal, a right one closes it. */
export function noteWalletChain(provider: Eip1193Provider, chainId: number | undefined): void {
  if (chainId === productChain.id) {
    $walletChain.set({ status: 'RIGHT', provider });
    closeModal('invalid-chain');
    return;
  }
  const { status } = $walletChain.get();
  // The wallet passes through other chains while it is being switched.
  if (status === 'SWITCHING_CHAIN' || status === 'ADDING_CHAIN') return;
  $walletChain.set({ status: 'WRONG', provider, chainId, problem: null });
  openModal('invalid-chain');
}
