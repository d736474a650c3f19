import { atom } from 'nanostores';
import { productChain } from '../lib/chain/product-chain.ts';
import type { Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { keptInTab } from '../lib/storage/kept.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { closeModal, openModal } from './modals.ts';

/** The chain state of the session's wallet. UNKNOWN: no wallet is attached, for example after a login link. */
export type WalletChain =
  | { status: 'UNKNOWN' }
  | { status: 'RIGHT'; provider: Eip1193Provider }
  | { status: 'WRONG'; provider: Eip1193Provider; chainId: number | undefined; problem: ChainProblem | null }
  | { status: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'; provider: Eip1193Provider; chainId: number | undefined };

/** How the last request to switch ended. PENDING: another request is open in the wallet. */
export type ChainProblem = 'REFUSED' | 'PENDING' | 'FAILED';

/** Buttons that move value on the chain are disabled unless this is RIGHT. */
export const $walletChain = atom<WalletChain>({ status: 'UNKNOWN' });

/** Set once the wallet was asked to leave another chain, until it has. */
const chainAsked = keptInTab('jufi:chain-asked');

const switchPart = definePart(() => import('./switch-chain.ts'));

/**
 * Records the chain that the wallet reports; the right one closes the invalid-chain modal. A wrong one opens it and asks the wallet to switch, once in a
 * tab: until the wallet has been on the product chain again, only the person's press asks.
 */
export function noteWalletChain(provider: Eip1193Provider, chainId: number | undefined): void {
  if (chainId === productChain.id) {
    $walletChain.set({ status: 'RIGHT', provider });
    closeModal('invalid-chain');
    chainAsked.set(null);
    return;
  }
  const { status } = $walletChain.get();
  // While being switched, the wallet passes through other chains.
  if (status === 'SWITCHING_CHAIN' || status === 'ADDING_CHAIN') return;
  $walletChain.set({ status: 'WRONG', provider, chainId, problem: null });
  openModal('invalid-chain');
  if (chainAsked.get() !== null || !chainAsked.set('1')) return;
  whenSeen(() => void switchPart.whenLoaded().then(({ switchToProductChain }) => switchToProductChain()));
}

/** Several tabs hear of the change; the wallet is asked from the one that is looked at. */
function whenSeen(act: () => void): void {
  if (!document.hidden) act();
  else document.addEventListener('visibilitychange', act, { once: true });
}
