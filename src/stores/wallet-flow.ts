import { atom } from 'nanostores';
import { idleWalletFlow } from '../lib/wallet-flow/reduce-wallet-flow.ts';
import type { WalletFlowState } from '../lib/wallet-flow/wallet-flow-state.ts';

/** The sign-in's state, for every island; `step` is IDLE at first. It's driven by `sign-in.ts`, loaded when a person reaches for it. */
export const $walletFlow = atom<WalletFlowState>(idleWalletFlow);
