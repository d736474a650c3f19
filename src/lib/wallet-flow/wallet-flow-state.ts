import type { Address } from '../chain/wallets/eip1193.ts';

/** Why a sign-in failed; each has its text in `session.json`, under `failures`. */
export const failureReasons = [
  'DECLINED',
  'CONNECTOR_NOT_FOUND',
  'WALLETCONNECT_UNREACHABLE',
  /** The wallet at the other end, or time, ended its session while the member was signed in. */
  'CONNECTION_ENDED',
  'CHAIN_NOT_CONFIGURED',
  'CHAIN_REFUSED',
  'WALLET_LOCKED',
  'ACCOUNT_CHANGED',
  'OTHER_ACCOUNT',
  'CHAIN_CHANGED',
  'WALLET_SILENT',
  'WALLET_ERROR',
  'MESSAGE_UNSAFE',
  'NONCE_EXPIRED',
  'SIGNATURE_INVALID',
  'SIGN_IN_REFUSED',
  'MEMBER_BLOCKED',
  'TOO_MANY_REQUESTS',
  'CHAIN_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'OFFLINE',
  'STORAGE_REFUSED',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** A wallet, as far as the flow needs it. */
export interface ChosenWallet {
  id: string;
  name: string;
}

/** The provider's message to sign. */
export interface Challenge {
  message: string;
  expiresAtMs: number;
}

/**
 * The state of a sign-in. `attempt` distinguishes this try from late results of a cancelled one. `isPending`: an earlier request is still open in the
 * wallet (-32002), so the person is asked to open it.
 */
export type WalletFlowState =
  | { step: 'IDLE'; attempt: number }
  | { step: 'CONNECTING'; attempt: number; wallet: ChosenWallet; address: Address | null; isPending: boolean }
  | { step: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'; attempt: number; wallet: ChosenWallet; address: Address; isPending: boolean }
  | SigningState
  | { step: 'AUTHENTICATING'; attempt: number; wallet: ChosenWallet; address: Address }
  | { step: 'SIGNED_IN'; attempt: number; address: Address }
  | { step: 'FAILED'; attempt: number; reason: FailureReason; wallet: ChosenWallet | null; address: Address | null };

/** PREPARING fetches the message; OFFERED is connected but not signed in, and waits for the person's second action; ASKED waits for the wallet. */
export interface SigningState {
  step: 'SIGNING';
  phase: 'PREPARING' | 'OFFERED' | 'ASKED';
  attempt: number;
  wallet: ChosenWallet;
  address: Address;
  challenge: Challenge | null;
  isPending: boolean;
}

export type WalletFlowEvent =
  | { type: 'CHOSEN'; attempt: number; wallet: ChosenWallet }
  | { type: 'RETRIED'; attempt: number }
  | { type: 'CONNECT_PENDING'; attempt: number }
  | { type: 'CONNECTED'; attempt: number; address: Address }
  | { type: 'SWITCH_ASKED'; attempt: number }
  | { type: 'ADD_ASKED'; attempt: number }
  | { type: 'CHAIN_PENDING'; attempt: number }
  | { type: 'CHAIN_READY'; attempt: number }
  | { type: 'CHALLENGED'; attempt: number; challenge: Challenge }
  | { type: 'SIGN_ASKED'; attempt: number }
  | { type: 'SIGN_PENDING'; attempt: number }
  | { type: 'SIGNED'; attempt: number }
  | { type: 'AUTHENTICATED'; attempt: number }
  | { type: 'FAILED'; attempt: number; reason: FailureReason }
  | { type: 'CANCELLED' }
  | { type: 'RESET' };

/** Whether the person is waiting for something, shown as a spinner. All these states can be cancelled. */
export function isBusy(state: WalletFlowState): boolean {
  if (state.step === 'SIGNING') return state.phase !== 'OFFERED';
  return state.step !== 'IDLE' && state.step !== 'FAILED' && state.step !== 'SIGNED_IN';
}
