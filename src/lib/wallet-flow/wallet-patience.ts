import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import type { AttachedWallet, WalletWatcher } from '../chain/wallets/watch-wallet.ts';
import type { ChainStep } from '../chain/wallets/wallet-connector.ts';
import { WalletError, type WalletResult } from '../chain/wallets/wallet-error.ts';
import type { Clock } from '../clock.ts';
import type { Challenge, ChosenWallet, WalletFlowState } from './wallet-flow-state.ts';

/** Runs `act` after `delayMs`. Returns a function that cancels it. */
type Timer = (act: () => void, delayMs: number) => () => void;

/** A wallet may lose a request; we wait no longer than this. */
export const WALLET_LIMIT_MS = 5 * 60_000;

/** A wallet that never answers fails like one that reports a timeout. */
export async function limited<Value>(timer: Timer, asked: Promise<WalletResult<Value>>): Promise<WalletResult<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<WalletResult<Value>>();
  const callOff = timer(() => resolve({ ok: false, error: new WalletError('TIMEOUT') }), WALLET_LIMIT_MS);
  try {
    return await Promise.race([asked, late]);
  } finally {
    callOff();
  }
}

export function pause(timer: Timer, delayMs: number): Promise<void> {
  return new Promise((resolve) => void timer(resolve, delayMs));
}

export const systemTimer: Timer = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
};

export interface Proof {
  address: Address;
  message: string;
  signature: Hex;
}

/** The flow's dependencies. `Authenticated` is the result of signing in. */
export interface WalletFlowPorts<Authenticated extends { token: string } = { token: string }> {
  connect(provider: Eip1193Provider): Promise<WalletResult<Address>>;
  reachChain(provider: Eip1193Provider, options: { onStep: (step: ChainStep) => void }): Promise<WalletResult<void>>;
  sign(provider: Eip1193Provider, address: Address, message: string): Promise<WalletResult<Hex>>;
  /** Queries without a prompt. */
  inspect(provider: Eip1193Provider): Promise<WalletResult<AttachedWallet>>;
  watch(provider: Eip1193Provider, watcher: WalletWatcher): () => void;
  /** Whether this account may sign in here: signing in again without leaving the page must not change the member. */
  accepts(address: Address): boolean;
  challenge(address: Address): Promise<Challenge>;
  authenticate(proof: Proof): Promise<Authenticated>;
  /** Ends a session that is no longer needed; best effort. */
  revoke(token: string): void;
  /** Whether this device can store anything. */
  canStore(): boolean;
  /** Stores the session completely or not at all; false if the device refused. */
  store(authenticated: Authenticated, wallet: ChosenWallet): boolean;
  /** Hosts that serve this site. */
  domains: readonly string[];
  clock: Clock;
  timer: Timer;
  onChange(state: WalletFlowState): void;
}
