import type { Eip1193Provider } from './eip1193.ts';

/** A wallet found in this browser. */
export interface DiscoveredWallet {
  /** Identifies the wallet across pages: its rdns (EIP-6963), or `global:` plus the name of the global it was found under. */
  readonly id: string;
  readonly name: string;
  /** A `data:` URL of an image; for `<img src>` only, which doesn't run an SVG's scripts. */
  readonly icon?: string;
  readonly provider: Eip1193Provider;
}
