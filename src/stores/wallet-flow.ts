import { atom } from 'nanostores';
import { idleWalletFlow } from '../lib/wallet-flow/reduce-wallet-flow.ts';
import type { WalletFlowState } from '../lib/wallet-flow/wallet-flow-state.ts';

/** Where the sign-in stands, for every island; `step` is IDLE at first. What drives it is `sign-in.ts`, fetched when a person reaches for it. */
export const $walletFlow = atom<WalletFlowState>(idleWalletFlow);
