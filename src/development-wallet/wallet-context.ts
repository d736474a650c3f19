import type { Approvals } from './approvals.ts';
import type { NodeGate } from './node-gate.ts';
import type { WalletStore } from './wallet-store.ts';

/** Shared by the wallet's request handlers. */
export interface WalletContext {
  store: WalletStore;
  approvals: Approvals;
  node: NodeGate;
  /** The requesting site. The wallet lives in the page, so it's always the page's own origin. */
  origin: string;
  /** Brings the wallet's window up again. */
  show: () => void;
}
