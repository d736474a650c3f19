import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import type { AttachedWallet } from '../chain/wallets/reattach-wallet.ts';
import type { ChainStep } from '../chain/wallets/wallet-connector.ts';
import type { WalletResult } from '../chain/wallets/wallet-error.ts';
import type { WalletWatcher } from '../chain/wallets/watch-wallet.ts';
import type { Clock } from '../clock.ts';
import type { Challenge, ChosenWallet, WalletFlowState } from './wallet-flow-state.ts';
import type { Timer } from './wallet-patience.ts';

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
