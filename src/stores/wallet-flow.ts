import { atom } from 'nanostores';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { definePart } from '../lib/visit/define-part.ts';
import type { WalletFlow } from '../lib/wallet-flow/create-wallet-flow.ts';
import { idleWalletFlow } from '../lib/wallet-flow/reduce-wallet-flow.ts';
import type { WalletFlowState } from '../lib/wallet-flow/wallet-flow-state.ts';

/** The sign-in's state, for every island; `step` is IDLE at first. It's driven by `sign-in.ts`, loaded when a person reaches for it. */
export const $walletFlow = atom<WalletFlowState>(idleWalletFlow);

/** What drives it. */
export const signInPart = definePart(() => import('./sign-in.ts'));

/** For what a person pressed. Does nothing if its code can't be loaded, which the page says. */
export async function driveSignIn(act: (walletFlow: WalletFlow) => Promise<void> | void): Promise<void> {
  const loaded = await signInPart.load().catch(() => null);
  if (loaded) await act(loaded.walletFlow);
}

/** The member who is signing in again without leaving the page; null otherwise. */
export const $renewal = atom<UserInfo | null>(null);
