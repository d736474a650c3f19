import type { Approvals } from './approvals.ts';
import type { NodeGate } from './node-gate.ts';
import type { WalletStore } from './wallet-store.ts';

/** What a request of the wallet works with. */
export interface WalletContext {
  store: WalletStore;
  approvals: Approvals;
  node: NodeGate;
  /** Who asks. The wallet lives in the page, so that it is always the page. */
  origin: string;
  /** Brings the wallet's window up again. */
  show: () => void;
}
